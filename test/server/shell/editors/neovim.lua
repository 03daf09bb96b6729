-- Run by editors.test.ts: Neovim's own client attaches to the server, and what it learns is printed as JSON.
local node, server, file = unpack(vim.split(vim.env.SWITCHBOARD_TEST, "\n"))
local patience = 20000

vim.cmd("edit " .. vim.fn.fnameescape(file))
vim.bo.filetype = "json"
local buffer = vim.api.nvim_get_current_buf()
local config = {
  name = "switchboard",
  cmd = { node, server, "--stdio" },
  root_dir = vim.fn.fnamemodify(file, ":h"),
}
if vim.lsp.start then
  vim.lsp.start(config)
else -- before 0.8
  vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
end

local function codes()
  return vim.tbl_map(function(each) return each.code or each.user_data.lsp.code end, vim.diagnostic.get(buffer))
end

vim.wait(patience, function() return #codes() > 0 end, 20)
local opened = codes()

-- What is typed arrives as incremental changes: "lisst" becomes "list".
local typo = vim.api.nvim_buf_get_lines(buffer, 0, 1, true)[1]:find("lisst", 1, true)
vim.api.nvim_buf_set_text(buffer, 0, typo + 1, 0, typo + 2, {})
vim.wait(patience, function() return not vim.tbl_contains(codes(), opened[1]) end, 20)
local typed = codes()

local replies = vim.lsp.buf_request_sync(buffer, "textDocument/completion", {
  textDocument = { uri = vim.uri_from_bufnr(buffer) },
  position = { line = 2, character = #'  "status": "' },
}, patience)
local labels = {}
for _, reply in pairs(replies or {}) do
  for _, item in ipairs(reply.result.items or reply.result) do table.insert(labels, item.label) end
end

io.stdout:write(vim.fn.json_encode({ opened = opened, typed = typed, labels = labels }) .. "\n")
vim.cmd("qall!")
