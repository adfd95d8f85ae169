import type { TurnedAway } from './refusals.ts'
import { turnedAwayWords } from './sentences.ts'

/** Why somebody is not let in, in words. */
export const Sentence = ({ why }: { why: TurnedAway }) => turnedAwayWords(why)
