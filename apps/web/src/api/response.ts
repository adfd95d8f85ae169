import { type Call, type CommonRefusal, commonRefusals, type OutputOf, type RefusalOf } from '@parley/api'
import type { Result } from '@parley/core'
import * as v from 'valibot'

/** Why a call has no value. `broken` is also an answer outside the contract, `unknown` a code outside it. */
export interface ApiFailure<C = never> {
	refusal: RefusalOf<C> | CommonRefusal | 'offline' | 'timeout' | 'cancelled' | 'unknown'
	/** HTTP status, where there was an response. */
	http?: number
	/** The code in the body. */
	code?: number
	/** The text of the server; shown only where the spec says so. */
	message?: string
	retryAfterMs?: number
}

export interface HttpResponse {
	status: number
	retryAfter: string | null
	body: unknown
}

type Body = { code?: unknown; message?: unknown; data?: unknown; dataResult?: unknown }

/** By the codes of this call first, then those of any call, then the HTTP status (OP-010). */
export function parseResponse<C extends Call>(call: C, response: HttpResponse): Result<OutputOf<C>, ApiFailure<C>> {
	const body = isObject(response.body) ? (response.body as Body) : undefined
	const code = getCode(body)
	const isSuccess = response.status >= 200 && response.status < 300
	if (isSuccess && body && (code === call.success || (code === undefined && call.responseField === 'flat'))) {
		return parseOutput(call, body)
	}

	const failure: ApiFailure<C> = { refusal: getRefusal(call, response.status, code), http: response.status }
	if (code !== undefined) failure.code = code
	if (typeof body?.message === 'string') failure.message = body.message
	const retryAfterMs = Number(response.retryAfter ?? Number.NaN) * 1000
	if (retryAfterMs >= 0) failure.retryAfterMs = retryAfterMs
	return { ok: false, failure }
}

function parseOutput<C extends Call>(call: C, body: Body): Result<OutputOf<C>, ApiFailure<C>> {
	const output = call.responseField === 'flat' ? body : body[call.responseField]
	const checked = v.safeParse(call.output.schema, output ?? {})
	if (!checked.success) return { ok: false, failure: { refusal: 'broken' } }
	return { ok: true, value: call.output.decode(checked.output) as OutputOf<C> }
}

function getRefusal<C extends Call>(call: C, status: number, code: number | undefined): ApiFailure<C>['refusal'] {
	const own = Object.entries(call.refusals).find(([, refusal]) => refusal.code === code)
	if (own) return own[0] as RefusalOf<C>
	const common = Object.entries(commonRefusals)
	const named = common.find(([, refusal]) => refusal.code === code) ?? common.find(([, { http }]) => http === status)
	if (named) return named[0] as CommonRefusal
	return status >= 500 ? 'broken' : 'unknown'
}

/** `0` and `'0'` are the same code (OP-059). */
function getCode(body: Body | undefined): number | undefined {
	const code = body?.code
	if (typeof code !== 'number' && (typeof code !== 'string' || code === '')) return undefined
	return Number.isNaN(Number(code)) ? undefined : Number(code)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
