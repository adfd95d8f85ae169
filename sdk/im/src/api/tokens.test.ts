import { answerCodes, imPaths } from '@parley/im'
import { afterEach, expect, test, vi } from 'vitest'
import { http } from '../browser/http.ts'
import { me, outcome, setUp } from '../testing/setUp.ts'

afterEach(() => vi.unstubAllGlobals())

/** Sets up a client whose token server answers with this status. */
function clientOf(status: number) {
	const fetch = vi.fn(async (_url: string) => new Response('{"code":40301}', { status }))
	vi.stubGlobal('fetch', fetch)
	return { ...setUp({ environment: { http } }), fetch }
}

test.each([
	[400, false],
	[401, false],
	[403, false],
	[404, false],
	[422, false],
	[408, true],
	[429, true],
	[500, true],
	[503, true],
])('[API-35] whether a token request answered with %i can be retried: %s', async (status, retryable) => {
	const { im } = clientOf(status)
	await expect(im.requestToken({ appId: 'app' })).rejects.toMatchObject({
		code: retryable ? answerCodes.unavailable : answerCodes.unauthorised,
		kind: retryable ? 'network' : 'denied',
		retryable,
		message: `status ${status}`,
	})
})

test('[IMC-07] a refused token ends the session once with a reason; one that is unavailable for now is requested again', async () => {
	const ended = async (status: number) => {
		const { im, peer, time, heard, fetch } = clientOf(status)
		peer.on('login', () => ({ code: answerCodes.userTokenExpired }))
		const errors = heard('error')
		const ends = heard('ended')
		const getToken = async () => (await im.requestToken({ appId: 'app' })).imToken
		const login = outcome(im.login({ ...me, getToken }))
		// The answers of `fetch` do not use the virtual timers.
		for (let turn = 0; turn < 6; turn++) await time.advance(3_000)
		return { login, ends, errors, asked: fetch.mock.calls.filter(([url]) => url.startsWith(imPaths.token)).length }
	}
	const refused = await ended(403)
	expect(refused.login.status).toBe('rejected')
	expect(refused.ends).toMatchObject([{ code: answerCodes.userTokenExpired, reason: 'no new token' }])
	expect(refused.errors.at(-1)).toMatchObject({ kind: 'denied', message: 'status 403' })
	expect(refused.asked).toBe(1)
	const later = await ended(503)
	expect([later.login.status, later.ends]).toEqual(['pending', []])
	expect(later.asked).toBeGreaterThan(2)
})
