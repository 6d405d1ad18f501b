/** What is worth telling although it is nobody's fault? */

/** Takes one sentence. */
export type Note = (text: string) => void;
