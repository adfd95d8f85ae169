import { optional, text } from './codec.ts'

/** Refusals of calls that may require the slider challenge (LOGIN-36). */
export const challengeRefusals = {
	/** A challenge is required and the request has no pass. */
	challengeNeeded: { http: 400, code: 400 },
	challengeFailed: { http: 400, code: 800 },
	challengeExpired: { http: 400, code: 900 },
} as const

/** Pass of a solved challenge; absent if none is required (OP-022, OP-029). */
export const Captcha = optional('captcha', text(4000))
