import * as answerCodes from './answerCodes.ts'

export type AnswerCodeName = keyof typeof answerCodes
export type AnswerCode = (typeof answerCodes)[AnswerCodeName]

/** Codes after which the client forgets its login information and does not reconnect (IMC-05, IMC-07). */
export const endsSession = (code: number): boolean => code < 0 && code > -10

const retryable: readonly number[] = [
	answerCodes.tooMany,
	answerCodes.stopping,
	answerCodes.unavailable,
	answerCodes.tooSlow,
]
/** Codes after which the same packet may be sent again. */
export const isRetryable = (code: number): boolean => retryable.includes(code)
