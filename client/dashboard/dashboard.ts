/** One operation's dashboard: a panel that shows what was read, and reads again. */
import * as vscode from "vscode";
import type { Dashboard, NamedOperation, RequestValues } from "../../shared/api.ts";
import type { JsonSchema } from "../../shared/catalogue.ts";
import type { Exchange } from "../../shared/http/send.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { mendingCommand } from "../failures/mending.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { guardsWrites, type Settings } from "../session/settings.ts";
import { type FailurePresentation, failurePresentation } from "../failures/failure-presentation.ts";
import { fillPanel } from "../pages/panel.ts";
import { plainText } from "../../shared/plain-text.ts";
import { type Figure, figuresOf, recordText } from "./figures.ts";
import { noHistory, recorded } from "./history.ts";
import { type DashboardView, type History, type Period, type Reading, type PageRequest } from "./messages.ts";

export interface DashboardSource extends NamedOperation {
  dashboard: Dashboard;
  /** The JSON Schema of the documented reply. */
  replySchema?: JsonSchema;
}

export class DashboardPanel implements vscode.Disposable {
  readonly #session: Session;
  /** Where the names of what is ranked come from. */
  readonly #records: LiveRecords;
  readonly #source: DashboardSource;
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables: vscode.Disposable[];
  #period: Period | undefined;
  /** The settings when the figures were last read. */
  #settings: Settings;
  #baseUrl: string | undefined;
  /** What happened without the person's doing here; said until the person does something here. */
  #notice: string | undefined;
  #reading: AbortController | undefined;
  #failure: unknown;
  #reply: { at: number; exchange: Exchange } | undefined;
  #history: History;
  /** Whether there is reason to read again once the panel is seen. */
  #stale = true;

  /** `period` is what an earlier panel showed. */
  constructor(
    session: Session,
    records: LiveRecords,
    source: DashboardSource,
    panel: vscode.WebviewPanel,
    period?: Period,
  ) {
    this.#session = session;
    this.#records = records;
    this.#settings = session.settings;
    this.#source = source;
    this.#panel = panel;
    this.#history = noHistory(source.dashboard);
    if (source.dashboard.period) this.#period = period ?? lastDays(new Date());
    this.#disposables = [
      panel.webview.onDidReceiveMessage((request: PageRequest) => this.#receive(request)),
      panel.onDidChangeViewState(() => this.#readIfStale()),
      session.onDidChange(() => this.#outdate()),
      records.onDidChange(() => {
        if (panel.visible) this.#post();
      }),
      session.onDidWrite(({ api }) => {
        if (api.slug === source.api.slug) this.#outdate();
      }),
    ];
    fillPanel(panel, session.context.extensionUri, "dashboard");
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#reading?.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #receive(request: PageRequest): void {
    if (request.type !== "ready") this.#notice = undefined;
    switch (request.type) {
      case "ready":
        this.#post();
        return this.#readIfStale();
      case "refresh":
        return void this.#read();
      case "mend":
        return this.#mend();
      case "period":
        if (!this.#source.dashboard.period) return;
        this.#period = request.period;
        // Figures of other days are no earlier values of these.
        this.#forget(this.#baseUrl);
        return void this.#read();
    }
  }

  #outdate(): void {
    this.#stale = true;
    this.#readIfStale();
  }

  #readIfStale(): void {
    if (this.#stale && this.#panel.visible) void this.#read();
  }

  async #read(): Promise<void> {
    this.#stale = false;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { settings } = this.#session;
    if (settings.environment !== this.#settings.environment) {
      this.#notice = `Switched to the ${settings.environment} environment.`;
      this.#forget(undefined);
    }
    this.#settings = settings;
    this.#post();
    try {
      const target = await this.#session.access.target(this.#source);
      const caller = await this.#session.caller(this.#source.api, target);
      if (reading.signal.aborted) return;
      if (target.baseUrl !== this.#baseUrl) this.#forget(target.baseUrl);
      const exchange = await caller.call(this.#source, this.#values(), { signal: reading.signal });
      if (reading.signal.aborted) return;
      this.#show(exchange);
    } catch (error) {
      if (reading.signal.aborted) return;
      // Read again and again, it may fail each time: that is one fault.
      if (String(error) !== String(this.#failure)) this.#session.log.error(String(error));
      this.#failure = error;
    }
    this.#reading = undefined;
    this.#post();
  }

  /** Figures of one place or time are not compared with those of another. */
  #forget(baseUrl: string | undefined): void {
    this.#baseUrl = baseUrl;
    this.#failure = undefined;
    this.#reply = undefined;
    this.#history = noHistory(this.#source.dashboard);
  }

  #values(): RequestValues {
    const { period } = this.#source.dashboard;
    if (!period || !this.#period) return {};
    const { from, to } = this.#period;
    return { query: { ...(from && { [period.from]: from }), ...(to && { [period.to]: to }) } };
  }

  #show(exchange: Exchange): void {
    const at = Date.now();
    this.#failure = undefined;
    this.#reply = { at, exchange };
    this.#history = recorded(this.#history, at, this.#figures(exchange));
  }

  #figures({ body }: Exchange): Figure[] {
    const { api, dashboard, replySchema } = this.#source;
    return figuresOf(
      dashboard,
      body,
      replySchema,
      (resource, id) =>
        this.#records
          .answer({ api: api.slug, resource, read: true })
          .records?.find((record) => record.id === id)?.name,
    );
  }

  #latest(): Reading | undefined {
    if (!this.#reply) return undefined;
    const { at, exchange } = this.#reply;
    return {
      at,
      figures: this.#figures(exchange),
      record: recordText(exchange.body),
      notes: [
        ...(this.#source.dashboard.figures.length === 0
          ? ["The documents do not show what this reply holds, so it is shown as it came."]
          : []),
        ...exchange.notes.map((note) => plainText(note, 400)),
      ],
    };
  }

  #mend(): void {
    if (this.#failure === undefined) return;
    const { mend } = this.#presentedFailure();
    if (mend === "retry") return void this.#read();
    const { command, arguments: given = [] } = mendingCommand(mend, this.#source);
    void vscode.commands.executeCommand(command, ...given);
  }

  #presentedFailure(): FailurePresentation {
    return failurePresentation(this.#failure, { inSandbox: this.#settings.environment === "sandbox" });
  }

  #post(): void {
    const { dashboard, api, id } = this.#source;
    const settings = this.#settings;
    const latest = this.#latest();
    const failure = this.#failure === undefined ? undefined : this.#presentedFailure();
    const view: DashboardView = {
      operation: id,
      title: dashboard.title,
      api: api.title,
      environment: environmentPresentation(settings.environment).title,
      real: guardsWrites(settings),
      ...(this.#baseUrl && { origin: new URL(this.#baseUrl).host }),
      busy: this.#reading !== undefined,
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#period && { period: this.#period }),
      ...(failure && {
        failure: {
          message: failure.tooltip,
          remedy: failure.mend === "retry" ? "Try Again" : mendingCommand(failure.mend, this.#source).title,
        },
      }),
      ...(latest && { latest }),
      history: this.#history,
    };
    void this.#panel.webview.postMessage(view);
  }
}

/** The thirty days up to today, in UTC. */
function lastDays(today: Date): Period {
  const day = (back: number) => new Date(today.getTime() - back * 86_400_000).toISOString().slice(0, 10);
  return { from: day(29), to: day(0) };
}
