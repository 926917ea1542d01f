/**
 * The seam between the pipeline and what does the thinking. An engine is a set of steps; a step takes a run
 * context and ALL its items and returns one outcome per item by id. Batching and concurrency are the engine's
 * affair; results must not depend on the order of arrival. What an engine leaves out, the pipeline records as
 * unscored; what it invents, the pipeline refuses. Judging has no engine: it asks agents, or code alone.
 */
import type { Advice, ClaimedAdvice, ModelPoint, Point } from './advice.ts';
import type { CriteriaSetContent, Query } from './criteria-set.ts';
import type { Criterion, Strike, Weights } from './criterion.ts';
import type { KindChoice, KindFinder } from './guide-kind.ts';
import type { AdviceId, CriterionId, PointId, QueryId, SourceId } from './ids.ts';
import type { Outcome, Outcomes } from './outcome.ts';
import type { Page, Via } from './page.ts';
import type { RunContext } from './run-context.ts';
import type { Rating } from './source.ts';
import type { Task } from './task.ts';
import type { TextKind } from './text-kind.ts';

export type Step<Item extends { readonly id: string }, Value> = (
  run: RunContext,
  task: Task,
  items: readonly Item[],
) => Promise<Outcomes<Value>>;

/** An item as agents take it: with the task, without its id. */
export type ForTask<Item extends { readonly id: string }> = Omit<Item, 'id'> & { readonly task: Task };

/** The one item of the queries step; its id is `task`. */
export interface ProposeItem {
  readonly id: 'task';
  readonly count: number;
  /** ISO 639-3; null: the instruction's. */
  readonly language: string | null;
}
export type ProposedQuery = Readonly<Pick<Query, 'text' | 'teaches' | 'language'>>;

export interface RateItem {
  readonly id: SourceId;
  readonly url: string;
  readonly via: Via | null;
  readonly page: Page;
  readonly queries: readonly Query[];
}

export interface ExtractItem {
  readonly id: SourceId;
  readonly page: Page;
  readonly queries: readonly Query[];
}

export interface MergeItem {
  /** `level.place` in the merge tree. */
  readonly id: string;
  readonly points: readonly Point[];
  readonly advice: ReadonlyMap<string, Advice>;
}
/** Points that are one theme, and the demand that stands for them. Ids not named stay alone. */
export interface MergeGroup {
  readonly text: string;
  readonly pointIds: readonly PointId[];
  /** Those of them that are examples, single cases or limits of the demand. Absent: none. */
  readonly instanceIds?: readonly PointId[];
}

interface Grounded {
  readonly advice: readonly Advice[];
  /** Highest relevance and expertise among its sources. */
  readonly sourceRelevance: number;
  readonly sourceExpertise: number;
}

/** A quote, marked in the passage that it stands in. */
export type QuoteInPassage = Pick<Advice, 'id' | 'quote'> & { readonly passage: string };

export interface RewriteItem extends Grounded {
  readonly id: PointId;
  readonly point: Point;
  readonly quotes: readonly QuoteInPassage[];
  /** The model's own criteria of the same theme. */
  readonly modelCriteria: readonly Pick<ModelPoint, 'id' | 'text'>[];
}
export type ModelCriterion = Readonly<Pick<Criterion, 'text' | 'question' | 'explicit' | 'check' | 'appliesWhen'>>;
export type Rewrite =
  | ({ readonly kind: 'criterion' } & ModelCriterion)
  /** Word for word this criterion of the model's own. */
  | { readonly kind: 'as-drafted'; readonly modelPointId: AdviceId }
  | { readonly kind: 'removed'; readonly reason: string };

export interface SupportItem extends Pick<Criterion, 'text' | 'question' | 'appliesWhen'> {
  readonly id: PointId;
  /** True where a model worded it and its words stand, whatever its quotes leave unsaid. */
  readonly isDrafted: boolean;
  /** What is behind it: each quote, and the passage that it stands in. */
  readonly quotes: readonly QuoteInPassage[];
}
/** A criterion that holds for the kind of text, beside one task of that kind. */
export interface FitItem extends Pick<Criterion, 'text' | 'question' | 'appliesWhen'> {
  readonly id: PointId;
  /** What its wording may take figures and names from. */
  readonly quotes: readonly string[];
}
export type Fit =
  | { readonly kind: 'kept' }
  | ({ readonly kind: 'reworded' } & Pick<Criterion, 'text' | 'question' | 'appliesWhen'>)
  | { readonly kind: 'removed'; readonly reason: string };

/** A criterion that quotes say in full. */
export interface SaidCriterion extends Pick<Criterion, 'text' | 'question' | 'appliesWhen'> {
  /** Of several criteria in place of one, each has some of its own. */
  readonly adviceIds: readonly AdviceId[];
}
export type SupportVerdict = (
  | { readonly kind: 'full' }
  /** What no quote says, and what they do say instead: nothing; one criterion or several; null where no wording is known. */
  | { readonly kind: 'part'; readonly added: string; readonly said: readonly SaidCriterion[] | null }
) & {
  /** Quotes on its subject that say the contrary, or set it otherwise. */
  readonly disputes?: readonly Dispute[];
};
export interface Dispute {
  readonly with: AdviceId;
  readonly reason: string;
}

/** A criterion on its way: not yet filtered or ranked. */
export interface DraftCriterion extends ModelCriterion, Grounded {
  readonly id: CriterionId;
  readonly support: Criterion['support'];
}

export interface FilterVerdict {
  /** False where one text response cannot show it ("rehearse", "ask a colleague"). */
  readonly applies: boolean;
  readonly reason: string;
  /** The criterion that says the same, or that it is a special case of: what stands behind it goes there. */
  readonly partOf?: { readonly id: CriterionId; readonly kind: 'duplicate' | 'special-case' };
  readonly conflicts: readonly { readonly with: CriterionId | 'instruction'; readonly reason: string }[];
  /** Whether it was chosen for the list; absent where nobody chose one. */
  readonly isPicked?: boolean;
  /** A chosen criterion that what stands behind this one proves; what that asks for beyond it, null: nothing. */
  readonly proves?: { readonly id: CriterionId; readonly added: string | null };
}

export interface RelevanceVerdict {
  /** 0–10. */
  readonly score: number;
  readonly reason: string;
  /** What the score is made of; absent where an engine does not weigh so. */
  readonly weighed?: Weights;
  /** Whether it asks that something bad be absent. */
  readonly isFault: boolean;
  /** Absent: an editor would let it stand. */
  readonly strike?: Strike;
}

export interface DraftItem {
  readonly id: 'task';
  /** ID: `stated`; LLM: `checklist`; LLM-n: `counted`, beyond those that are there already. */
  readonly wanted:
    | { readonly kind: 'stated' }
    | { readonly kind: 'checklist' }
    | { readonly kind: 'counted'; readonly count: number; readonly beyond: readonly string[] };
}
interface AnswerItem {
  readonly id: QueryId;
  readonly query: Query;
}
export interface RewordItem extends AnswerItem {
  /** Null: that of the query. */
  readonly language: string | null;
  /** Pages that it found, and how many of them were kept. */
  readonly found: number;
  readonly kept: number;
  /** All queries asked so far, the one to be reworded among them. */
  readonly asked: readonly string[];
}
export interface GapsItem {
  readonly id: 'task';
  /** Texts of the points found so far. */
  readonly found: readonly string[];
  /** All queries asked so far: none of them is to come back. */
  readonly asked: readonly string[];
  readonly maxQueries: number;
  /** Null: that of the instruction. */
  readonly language: string | null;
}
export interface Gaps {
  readonly covered: string;
  readonly missing: string;
  /** Empty where nothing worth a search is missing. */
  readonly queries: readonly ProposedQuery[];
}

export type EngineDescription = Readonly<CriteriaSetContent['engine']>;

/** The steps of every engine. Ids: `task` for the one item of a step about the whole task. */
interface CoreSteps {
  readonly proposeQueries: Step<ProposeItem, readonly ProposedQuery[]>;
  readonly ratePages: Step<RateItem, Rating>;
  /** An empty list means "no useful advice". */
  readonly extractAdvice: Step<ExtractItem, readonly ClaimedAdvice[]>;
  readonly mergeAdvice: Step<MergeItem, readonly MergeGroup[]>;
  readonly rewriteCriteria: Step<RewriteItem, Rewrite>;
  readonly filterCriteria: Step<DraftCriterion, FilterVerdict>;
  readonly scoreRelevance: Step<DraftCriterion, RelevanceVerdict>;
}

/** Steps that need a model. */
interface ModelSteps {
  /** Criteria from the instruction alone (EvalAgent's baselines ID, LLM, LLM-n). */
  readonly draftCriteria: Step<DraftItem, readonly ModelCriterion[]>;
  /** Answers to queries from the model's own knowledge (EA-LLM): never grounded. */
  readonly answerQueries: Step<AnswerItem, readonly string[]>;
  /** Another wording for a query that found too little; null where none is left to try. */
  readonly rewordQueries: Step<RewordItem, ProposedQuery | null>;
  readonly findGaps: Step<GapsItem, Gaps>;
  /** Compares criteria with their quotes. */
  readonly checkSupport: Step<SupportItem, SupportVerdict>;
  /** Which criteria of a kind of text apply to one task, and which of them need other words there. */
  readonly fitCriteria: Step<FitItem, Fit>;
}

type OrUndefined<Steps> = { readonly [Name in keyof Steps]?: Steps[Name] | undefined };

export type DiscoverySteps = CoreSteps & ModelSteps;

export interface NamedTask {
  readonly id: string;
  readonly task: Task;
}
/** Names kinds of text, so that tasks of one kind can share their advice. */
export interface KindNaming {
  /** @param known names that tasks of those kinds take */
  readonly name: (
    run: RunContext,
    tasks: readonly NamedTask[],
    known: readonly TextKind[],
  ) => Promise<Outcomes<TextKind>>;
  /** For each kind that is the same as another in other words: the one that stands for both, by place in the list. */
  readonly unite: (run: RunContext, kinds: readonly TextKind[]) => Promise<Outcome<ReadonlyMap<number, number>>>;
}

/** An engine without a model lacks the steps that need one: a discovery leaves them out, or says that it needs a model. */
export interface Engine extends CoreSteps, OrUndefined<ModelSteps> {
  readonly description: EngineDescription;
  /** A page was read: works out what its rating takes, while others are on their way. */
  readonly prepareRating?: (page: Page) => void;
  /** Absent where no model names kinds of text. */
  readonly kindNaming?: KindNaming;
  /** The kinds of text that its guides are about; absent where it knows any. */
  readonly kinds?: KindFinder;
  /** The kind of text that it takes the task for; null where none is plain. Absent: it reads no kinds. */
  readonly kindOf?: (task: Task) => KindChoice | null;
  /** Whether it reads the language of the instruction. Absent: it reads any. */
  readonly readsLanguageOf?: (task: Task) => boolean;
  /** The same engine for a library of the user's: its kinds are those that the titles of these guides name. */
  readonly withGuides?: (titles: readonly string[]) => Engine;
  /**
   * The same engine with the kind named by the user.
   * @param acceptsAny the user's own guides may be about other kinds
   * @throws InputError for an unknown kind
   */
  readonly withKind?: (name: string, acceptsAny: boolean) => Engine;
}
