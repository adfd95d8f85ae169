import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { trySignOut } from './signOut.ts'
import { getCurrentPerson } from './store.ts'

const logout = 'POST /auth/logout'

beforeEach(() => {
	localStorage.setItem('accessToken', 'a')
	setPerson(aMember())
})
afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test.each([
	['answered', { code: 200 }],
	['of a session that is no more', { status: 401, code: 401 }],
])('[PERS-15] after a sign-out that is %s the person is a guest', async (_, answer: StubAnswer) => {
	const server = stubServer({ [logout]: answer })
	expect(await trySignOut()).toEqual({ ok: true, value: undefined })
	expect(server.count(logout)).toBe(1)
	expect([getCurrentPerson().kind, localStorage.getItem('accessToken')]).toEqual(['guest', null])
})

test.each([
	['refused', { status: 500, code: 500 }],
	['refused', { status: 200, code: 7 }],
	['offline', 'no-answer'],
])('[PERS-31] after one that is %s the person is still signed in', async (failure, answer) => {
	stubServer({ [logout]: answer as StubAnswer })
	expect(await trySignOut()).toEqual({ ok: false, failure })
	expect([getCurrentPerson().kind, localStorage.getItem('accessToken')]).toEqual(['member', 'a'])
})

test('[PERS-32] one without an answer within ten seconds has timed out', async () => {
	vi.useFakeTimers()
	vi.stubGlobal(
		'fetch',
		(_: string, { signal }: RequestInit) =>
			new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted')))),
	)
	const left = trySignOut()
	await vi.advanceTimersByTimeAsync(10_000)
	expect(await left).toEqual({ ok: false, failure: 'timeout' })
	expect(getCurrentPerson().kind).toBe('member')
	vi.useRealTimers()
})
