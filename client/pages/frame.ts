/** The document that the page's script fills. */
export interface PageSource {
  /** Fresh for each document. */
  nonce: string;
  script: string;
  style: string;
  title: string;
}

/** Runs the one script and the one style sheet that carry the nonce, and loads nothing else. */
export function pageFrame({ nonce, script, style, title }: PageSource): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escapeHtml(style)}">
</head>
<body>
<script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
