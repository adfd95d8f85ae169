import {
	type Call,
	type CommonRefusal,
	type challengeRefusals,
	commonRefusals,
	type InputOf,
	type OutputOf,
} from '@parley/api'
import type { Result } from '@parley/core'
import {
	type ApiFailure,
	type CallApi,
	type GeneralRefusal,
	isNetworkFailure,
	type RefusalTable,
} from '../api/index.ts'
import { m } from '../locales/index.ts'

/** Remedies a person can choose for an error. */
export type Remedy = 'register' | 'signIn' | 'startOver' | 'byPhone' | 'byOa' | 'openAppAgain' | 'reload'

export const remedyLabels: Record<Remedy, () => string> = {
	register: m.account_to_register,
	signIn: m.account_to_sign_in,
	startOver: m.account_start_over,
	byPhone: m.account_by_phone,
	byOa: m.account_by_oa,
	openAppAgain: m.account_app_again,
	reload: m.account_reload,
}

/** Presentation of one refusal in a form whose fields are `F`. */
export interface ErrorEntry<F extends string = string> {
	/** @param retryAfterMs how long to wait, where the server says so */
	message(retryAfterMs?: number): string
	/** The field it is about; without one it is shown above the button. */
	field?: F
	remedy?: Remedy
}

/** Why a form was not accepted. */
export interface FormError<F extends string = string> {
	/** The name of the refusal, or of the rule of the form that was broken. */
	type: string
	message: string
	field?: F
	remedy?: Remedy
}

export const createFormError = <F extends string>(
	type: string,
	{ message, ...rest }: ErrorEntry<F>,
	retryAfterMs?: number,
): FormError<F> => ({ type, message: message(retryAfterMs), ...rest })

const network: ErrorEntry<never> = { message: m.account_error_unreachable }
/** Shown where a part of the page could not be loaded: nothing was sent. */
export const networkError = (): FormError<never> => createFormError('network', network)

const notNow: ErrorEntry<never> = { message: m.account_error_notNow }
/** The slider a call asked for was closed, or did not help. */
export const challengeErrors: Record<keyof typeof challengeRefusals, ErrorEntry<never>> = {
	challengeNeeded: { message: m.challenge_needed },
	challengeFailed: { message: m.challenge_not_passed },
	challengeExpired: { message: m.challenge_too_late },
}

/** Too many requests or attempts: tells how long to wait. */
export const tooManyError: ErrorEntry<never> = { message: tooManyMessage }

const generalErrors: Record<GeneralRefusal, ErrorEntry<never>> = {
	signedOut: { message: m.account_error_signedOut, remedy: 'signIn' },
	forbidden: notNow,
	missing: notNow,
	staleToken: { message: m.account_error_stalePage, remedy: 'reload' },
	invalidInput: notNow,
	phoneNeeded: notNow,
	profileNeeded: notNow,
	tooMany: tooManyError,
	broken: { message: m.account_error_noAnswer },
	unknown: notNow,
}

/** The error of a failed call: from the table of the call, else what any call is refused with. */
export function formErrorOf<C extends Call, F extends string>(
	failure: ApiFailure<C>,
	refusals: RefusalTable<C, ErrorEntry<F>>,
): FormError<F> {
	if (isNetworkFailure(failure)) return networkError()
	const { refusal, code, message, retryAfterMs } = failure
	const own = (refusals as Readonly<Record<string, ErrorEntry<F> | undefined>>)[refusal]
	if (own) return createFormError(refusal, own, retryAfterMs)
	const general = refusal as GeneralRefusal
	// FORGOT-10: a code declared neither by this call nor by all calls, whatever its status.
	if (message && code !== undefined && code !== codeOf(general)) return { type: 'unknown', message }
	return createFormError(general, generalErrors[general], retryAfterMs)
}

const codeOf = (refusal: GeneralRefusal): number | undefined =>
	refusal === 'unknown' ? undefined : commonRefusals[refusal satisfies CommonRefusal].code

/** Sends a form; returns the output of the call or an error to be shown. */
export async function callForForm<C extends Call, F extends string>(
	callApi: CallApi,
	call: C,
	input: InputOf<C>,
	refusals: RefusalTable<C, ErrorEntry<F>>,
): Promise<Result<OutputOf<C>, FormError<F>>> {
	const result = await callApi(call, input, { quiet: true, handles401: true })
	return result.ok ? result : { ok: false, failure: formErrorOf(result.failure, refusals) }
}

const longWaitS = 120

/** Formats the waiting time, in minutes from two minutes on. */
function tooManyMessage(retryAfterMs: number | undefined): string {
	if (!retryAfterMs) return m.account_error_tooMany()
	const seconds = Math.ceil(retryAfterMs / 1000)
	if (seconds < longWaitS) return m.account_error_tooManySeconds({ seconds })
	return m.account_error_tooManyMinutes({ minutes: Math.ceil(seconds / 60) })
}
