/** What a person agrees to before anything is sent. */
import type { Session } from "../session/session.ts";
import { guardsWrites } from "../session/settings.ts";
import { confirmModally } from "../text/notifications.ts";
import type { Invocation } from "./invocation.ts";
import { merged, type Question, questionOf } from "./question.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";

/** Whether all of the invocations may be carried out; asks what must be asked. */
export async function askConsent(
  { settings: { unguardedEnvironments } }: Session,
  invocations: readonly Invocation[],
): Promise<boolean> {
  const questions = [...Map.groupBy(invocations, ({ operation }) => operation.id).values()].flatMap(
    (group) => {
      const environment = group[0]?.target.environment ?? "";
      return questionOf(group, { guarded: guardsWrites({ environment, unguardedEnvironments }) }) ?? [];
    },
  );
  for (const question of merged(questions)) if (!(await ask(question))) return false;
  return true;
}

function ask(question: Question): Promise<boolean> {
  const { kind, environment, what, meaning, target, confirm, typed } = question;
  const title = `${environment}: ${what}?`;
  if (typed !== undefined) return askTyped(title, question, typed);
  return kind === "warning"
    ? confirmModally(title, [...target, ...(meaning ? ["", meaning] : [])], {
        deed: confirm,
        refusal: "Don't Send",
      })
    : askLightly(title, question);
}

async function askTyped(title: string, { meaning, target }: Question, typed: string): Promise<boolean> {
  const answer = await showInputBox({
    title,
    prompt: [`${target.join(" · ")}.`, meaning, `Type ${typed} to go on.`].filter(Boolean).join(" "),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === typed ? undefined : `Type ${typed}, or press Escape.`),
  });
  return answer?.trim() === typed;
}

async function askLightly(title: string, { meaning, target, confirm }: Question): Promise<boolean> {
  const answer = await showQuickPick(
    [
      { label: confirm, detail: target.join(" · "), wanted: true },
      { label: "Do Nothing", wanted: false },
    ],
    { title, ignoreFocusOut: true, ...(meaning && { placeHolder: meaning }) },
  );
  return answer?.wanted === true;
}
