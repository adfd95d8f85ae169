// @vitest-environment happy-dom
import { User } from '@parley/api'
import { afterEach, expect, test, vi } from 'vitest'
import { aMember } from '../../testing/aPerson.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { completeSignInWithToken, hasJustSignedIn } from './completeSignIn.ts'

afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
	localStorage.clear()
	sessionStorage.clear()
})

const through = { data: User.encode(aMember().user) }

test('[ROUTE-21] hasJustSignedIn for five minutes after a sign-in', async () => {
	vi.useFakeTimers({ toFake: ['Date'] })
	stubServer({ 'GET /auth/me': through })
	expect(hasJustSignedIn()).toBe(false)
	await completeSignInWithToken('token', {})
	expect(hasJustSignedIn()).toBe(true)
	vi.setSystemTime(Date.now() + 5 * 60_000 - 1)
	expect(hasJustSignedIn()).toBe(true)
	vi.setSystemTime(Date.now() + 1)
	expect(hasJustSignedIn()).toBe(false)
})

test('[ROUTE-21] a token without a person is no sign-in', async () => {
	stubServer({ 'GET /auth/me': { status: 401, code: 401 } })
	await completeSignInWithToken('token', {})
	expect(hasJustSignedIn()).toBe(false)
})
