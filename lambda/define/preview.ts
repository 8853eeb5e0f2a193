/** The languages people and feeds are addressed in: English, Traditional Chinese, Simplified Chinese. */
export type Lang = 'en' | 'tc' | 'sc';

/** One text in all languages people may choose. */
export type Trilingual = { readonly [L in Lang]: string };

/** What an approver is shown of one proposed act. */
export type Preview = {
  /** The act in one sentence: "Create 1 review task for 30 Nov 2026". */
  readonly act: Trilingual;
  readonly title: string;
  /** The texts that will be used, each as it is. */
  readonly texts: readonly { readonly lang: Lang; readonly text: string }[];
};

/** A number a person is shown, with where it came from. */
export type Figure = {
  readonly label: Trilingual;
  readonly value: number;
  readonly unit: string;
  /** The source's name and address. */
  readonly source: string;
  readonly url: string;
  /** The path of the field in the source's answer, and its value there as received. */
  readonly field: string;
  readonly received: string;
  /** ISO 8601 with offset. */
  readonly observedAt: string;
  /** Minutes after observedAt from which the figure counts as old. */
  readonly oldAfterMinutes: number;
};

/** A loud line above a draft (a warning in force) or a quiet one beside it (a reminder). */
export type Notice = { readonly kind: 'warning' | 'reminder'; readonly lang: Lang; readonly text: string };

/** How a fact is shown to the person who decides. */
export type Exhibit = { readonly figures: readonly Figure[]; readonly notices: readonly Notice[] };
