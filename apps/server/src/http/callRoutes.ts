import multipart from '@fastify/multipart'
import { type Call, type CommonRefusal, commonRefusals, methodOf, needsToken, pathOf, type Refusal } from '@parley/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { KnownDevices } from '../modules/account/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller, CallHandlers, RefusalDetail, SuccessDetail } from '../platform/handlers.ts'
import { isCrossSite, notStored } from '../platform/http/headers.ts'
import type { CreateRateLimit } from '../platform/rateLimit.ts'
import type { CallOutcome } from './app.ts'
import type { Authentication } from './authenticate.ts'
import { createCallLimit } from './callLimit.ts'
import { browserCookie, type Csrf } from './csrf.ts'
import { setDeviceCookie } from './deviceCookie.ts'
import { setImGuestCookie } from './imGuestCookie.ts'
import { setPathCookies } from './pathCookies.ts'
import { createAnswerEncoder, sendTagged } from './taggedAnswer.ts'
import { uploadedFields, uploadOptions } from './upload.ts'

export interface CallRouteDeps {
	authenticate: (request: FastifyRequest) => Promise<Authentication>
	csrf: Csrf
	knownDevices: Pick<KnownDevices, 'remember'>
	createRateLimit: CreateRateLimit
	/** Number of guest browsers assumed behind one address, such as an office's. */
	browsersPerAddress: number
	clock: Clock
}

/** Registers a route for every call of the contracts; input and output are validated against the contract. */
export function registerCalls(app: FastifyInstance, groups: CallHandlers[], deps: CallRouteDeps) {
	for (const { group, table } of groups) {
		for (const [name, call] of Object.entries(group)) {
			const answer = table[name]
			if (!answer) throw new Error(`no handler for ${call.route}`)
			const { upload } = call
			if (!upload) registerCall(app, call, answer as RouteHandler, deps)
			else
				app.register(async scope => {
					await scope.register(multipart, uploadOptions(upload))
					registerCall(scope, call, answer as RouteHandler, deps)
				})
		}
	}
}

type RouteHandler = (
	input: unknown,
	caller: Caller,
) => Promise<({ ok: true; value: unknown } & SuccessDetail) | ({ ok: false; failure: string } & RefusalDetail)>

function registerCall(
	app: FastifyInstance,
	call: Call,
	answer: RouteHandler,
	{ authenticate, csrf, knownDevices, createRateLimit, browsersPerAddress, clock }: CallRouteDeps,
) {
	const consume = createCallLimit(call, createRateLimit, browsersPerAddress)
	const encodeTagged = call.etag && createAnswerEncoder(call)
	app.route({
		method: methodOf(call.route),
		url: pathOf(call.route),
		handler: async (request, reply) => {
			const outcome: CallOutcome = { call: call.route, refusal: undefined, personId: undefined, isSignIn: false }
			request.callOutcome = outcome
			// Before anything is counted: otherwise any page could use up its visitors' limits.
			if (isCrossSite(request) && !request.isOfKnownPage)
				return refuse(reply, call, 'forbidden', { message: 'cross-site' })
			reply.header('cache-control', notStored)
			const { caller, isOtherCompany, incompleteProfile } = await authenticate(request)
			outcome.personId = caller.member?.userId
			const taken = await consume(caller)
			if (!taken.ok) return refuse(reply, call, 'tooMany', taken)

			// Refuses guests before their file is read.
			if (call.upload && call.who === 'member' && !caller.member) return refuse(reply, call, 'signedOut')
			const fields = await readFields(request, call)
			if (typeof fields === 'string') return refuse(reply, call, fields)
			const browser = request.cookies[browserCookie]
			if (needsToken(call) && !csrf.accepts(fields._token, browser, clock.now()))
				return refuse(reply, call, 'staleToken')

			if (isOtherCompany && !call.accountLevel) return refuse(reply, call, 'forbidden')
			if (call.who === 'member' && !caller.member) return refuse(reply, call, 'signedOut')
			if (call.who === 'member' && !call.accountLevel && incompleteProfile)
				return refuse(reply, call, incompleteProfile)

			const input = v.safeParse(call.input.schema, fields)
			if (!input.success) return refuse(reply, call, 'invalidInput', { message: invalidFields(input.issues) })

			const answered = await answer(call.input.decode(input.output), caller)
			if (!answered.ok) return refuse(reply, call, answered.failure, answered)
			if (answered.signedIn) {
				outcome.isSignIn = outcome.personId === undefined
				outcome.personId = answered.signedIn
				setDeviceCookie(request, reply, await knownDevices.remember(caller, answered.signedIn))
			}
			if (answered.imGuestCookie) setImGuestCookie(request, reply, answered.imGuestCookie)
			if (answered.pathCookies) setPathCookies(request, reply, answered.pathCookies)
			if (encodeTagged) return sendTagged(request, reply, encodeTagged(answered.value))
			// Output is parsed too, so that a row spread by mistake leaks nothing.
			return reply
				.code(call.success === 201 ? 201 : 200)
				.send(envelope(call, v.parse(call.output.schema, call.output.encode(answered.value))))
		},
	})
}

const readFields = async (request: FastifyRequest, { upload }: Call) =>
	upload && request.isMultipart() ? await uploadedFields(request, upload) : fieldsOf(request)

/** Path, query and body merged: names never clash in the contracts, and the path takes precedence. */
function fieldsOf(request: FastifyRequest): Record<string, unknown> {
	const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
	return { ...(request.query as object), ...body, ...(request.params as object) }
}

function envelope({ success, codeAsString, responseField }: Call, output: unknown): object {
	const code = codeAsString ? String(success) : success
	if (responseField === 'flat') return { code, ...(output as object) }
	return { code, [responseField]: output }
}

/** Names of the invalid fields, never their values. */
const invalidFields = (issues: readonly v.BaseIssue<unknown>[]): string =>
	[...new Set(issues.map(issue => v.getDotPath(issue) ?? '?'))].join(', ')

function refuse(reply: FastifyReply, call: Call, name: string, { retryAfterMs, message }: RefusalDetail = {}) {
	const refusal: Refusal = call.refusals[name] ?? commonRefusals[name as CommonRefusal] ?? commonRefusals.broken
	if (reply.request.callOutcome) reply.request.callOutcome.refusal = name
	if (retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
	return reply.code(refusal.http).send({ code: refusal.code, message: message ?? name })
}
