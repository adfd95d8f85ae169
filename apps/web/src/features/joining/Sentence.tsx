import type { JoinError } from './join/joinErrors.ts'
import { turnedAwayWords } from './sentences.ts'

/** Why somebody is not let in, in words. */
export const Sentence = ({ why }: { why: JoinError }) => turnedAwayWords(why)
