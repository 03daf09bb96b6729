/** Webhook payloads in files: begun, verified, sent to a handler; and events that the sandbox delivers on demand. */
import type { LiveRecords } from "../records/live-records.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import type { WebhooksFeature } from "../webhooks/register.ts";
import { Answers } from "./answers.ts";
import { commands } from "./contributions.ts";
import type { PayloadChoice, ShownPayload } from "./shown-payload.ts";
import type { RunOperation } from "./trigger-event.ts";

interface Rooms {
  language: LanguageServer;
  records: LiveRecords;
  run: RunOperation;
  webhooks: WebhooksFeature;
}

export function register(session: Session, { language, records, run, webhooks }: Rooms): Feature {
  const answers = new Answers();
  const payloadAt = async (
    file: PayloadChoice["file"],
    index: unknown,
    use: (payload: ShownPayload) => Promise<void>,
  ) => {
    const { shownPayload } = await import("./shown-payload.ts");
    const payload = await shownPayload(session, language, {
      file,
      // An editor's title gives where the editor is in place of an index.
      index: typeof index === "number" ? index : undefined,
    });
    if (payload) await use(payload);
  };
  return {
    commands: bind(commands, {
      async newPayload(file) {
        const { newPayload } = await import("./new-payload.ts");
        await newPayload(session, language, records, file);
      },
      verifyPayload: (file, index) =>
        payloadAt(file, index, async (payload) => {
          const { verifyPayload } = await import("./verify-payload.ts");
          await verifyPayload(session, payload, webhooks);
        }),
      sendPayload: (file, index) =>
        payloadAt(file, index, async (payload) => {
          const { sendPayload } = await import("./send-payload.ts");
          await sendPayload(session, answers, payload);
        }),
      sendVariations: (file, index) =>
        payloadAt(file, index, async (payload) => {
          const { sendVariations } = await import("./send-payload.ts");
          await sendVariations(session, answers, payload);
        }),
      async triggerEvent(node) {
        const { triggerEvent } = await import("./trigger-event.ts");
        await triggerEvent(session, run, node);
      },
    }),
    dispose: () => answers.dispose(),
  };
}
