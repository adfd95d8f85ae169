import { MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { Caller, Member } from '../../platform/handlers.ts'
import { createMemoryRateLimits } from '../../platform/rateLimit.ts'
import { createPasswordGuard } from './passwordGuard.ts'

const siteId = v.parse(SiteId, 'site')
const meetingOf = (number: number) => ({
	meetingId: v.parse(MeetingId, String(100_000_000 + number)),
	password: '4711',
})
const meeting = meetingOf(0)
const windowMs = 10 * 60_000
/** The challenges of a test accept this pass alone. */
const solved = 'solved'

const from = (address: string, member?: string): Caller => ({
	siteId,
	address,
	browser: `browser of ${address}`,
	deviceCookie: undefined,
	imGuestCookie: undefined,
	origin: 'https://meet.example.org',
	requestedOrigin: 'https://meet.example.org',
	requestId: 'r',
	token: undefined,
	member: member === undefined ? undefined : ({ userId: v.parse(UserId, member) } as Member),
})

function aGuard() {
	let now = 0
	const requirePass = vi.fn(async ({ captcha }: { captcha: string | undefined }) =>
		captcha === solved ? undefined : ('challengeNeeded' as const),
	)
	const reportGuessing = vi.fn(async () => {})
	const pause = vi.fn(async () => {})
	const guard = createPasswordGuard({
		kind: 'join',
		createRateLimit: createMemoryRateLimits(undefined, () => now),
		challenges: { requirePass },
		reportGuessing,
		pause,
	})
	async function guess(
		caller: Caller,
		{ at = meeting, captcha }: { at?: { meetingId: MeetingId; password: string | null }; captcha?: string } = {},
	) {
		const begun = await guard.begin(caller, at, captcha)
		if (!begun.ok) return begun.failure
		await begun.value.wrong()
		return 'judged'
	}
	const advance = (ms: number) => {
		now += ms
	}
	return { guard, guess, advance, requirePass, reportGuessing, pause }
}

test('[JERR-04] after ten wrong passwords a caller needs a challenge at this meeting, and after thirty they wait', async () => {
	const { guard, guess, requirePass } = aGuard()
	const caller = from('1')
	for (let n = 0; n < 10; n++) expect(await guess(caller)).toBe('judged')
	expect(requirePass).not.toHaveBeenCalled()
	expect(await guess(caller)).toBe('challengeNeeded')
	expect(requirePass).toHaveBeenCalledExactlyOnceWith({
		siteId,
		browser: 'browser of 1',
		address: '1',
		captcha: undefined,
		risk: 'high',
	})
	expect(await guess(caller, { at: meetingOf(1) })).toBe('judged')
	for (let n = 10; n < 30; n++) expect(await guess(caller, { captcha: solved })).toBe('judged')
	expect(await guard.begin(caller, meeting, solved)).toEqual({ ok: false, failure: 'tooMany', retryAfterMs: windowMs })
})

test('[JERR-04] an attempt that requires a challenge is not a guess', async () => {
	const { guess } = aGuard()
	const caller = from('1')
	for (let n = 0; n < 10; n++) await guess(caller)
	for (let n = 0; n < 50; n++) expect(await guess(caller)).toBe('challengeNeeded')
	for (let n = 10; n < 30; n++) expect(await guess(caller, { captcha: solved })).toBe('judged')
	expect(await guess(caller, { captcha: solved })).toBe('tooMany')
})

test('[JERR-04] the right password costs nothing', async () => {
	const { guard, guess } = aGuard()
	const caller = from('1')
	for (let n = 0; n < 9; n++) await guess(caller)
	for (let n = 0; n < 40; n++) {
		const begun = await guard.begin(caller, meeting, undefined)
		if (!begun.ok) throw new Error(begun.failure)
		await begun.value.right()
	}
	expect(await guess(caller)).toBe('judged')
	expect(await guess(caller)).toBe('challengeNeeded')
})

test('[JERR-04] members count by person, guests by address', async () => {
	const { guess } = aGuard()
	for (let n = 0; n < 10; n++) await guess(from('1', 'anna'))
	expect(await guess(from('2', 'anna'))).toBe('challengeNeeded')
	expect(await guess(from('1', 'ben'))).toBe('judged')
	expect(await guess(from('1'))).toBe('judged')
})

test('[JERR-04] at a meeting, for everyone: slower and with a notice to the host after ten, with a challenge after twenty', async () => {
	const { guess, pause, reportGuessing } = aGuard()
	for (let n = 0; n < 9; n++) expect(await guess(from(String(n)))).toBe('judged')
	expect(reportGuessing).not.toHaveBeenCalled()
	expect(await guess(from('9'))).toBe('judged')
	expect(reportGuessing).toHaveBeenCalledExactlyOnceWith(meeting.meetingId, 'meeting')
	expect(pause).not.toHaveBeenCalled()
	for (let n = 10; n < 20; n++) expect(await guess(from(String(n)))).toBe('judged')
	expect(pause.mock.calls).toEqual(Array.from({ length: 10 }, () => [1_000]))
	expect(await guess(from('20'))).toBe('challengeNeeded')
	// A solved challenge admits, however many others guessed.
	expect(await guess(from('21'), { captcha: solved })).toBe('judged')
	expect(await guess(from('22'), { at: meetingOf(1) })).toBe('judged')
})

test('[JERR-04] the notice names the password that was tried: at a meeting without one, that of the host', async () => {
	const { guard, guess, reportGuessing } = aGuard()
	const open = { ...meeting, password: null }
	for (let n = 0; n < 10; n++) await guess(from(String(n)), { at: open })
	expect(reportGuessing).toHaveBeenLastCalledWith(meeting.meetingId, 'host')
	for (const tried of ['live', 'host'] as const) {
		const begun = await guard.begin(from(tried), meeting, undefined, tried)
		if (!begun.ok) throw new Error(begun.failure)
		await begun.value.wrong()
		expect(reportGuessing).toHaveBeenLastCalledWith(meeting.meetingId, tried)
	}
})

test('[JERR-04] on a site, at whatever meeting, a challenge is needed after two hundred', async () => {
	const { guess, reportGuessing } = aGuard()
	for (let n = 0; n < 200; n++) expect(await guess(from(String(n)), { at: meetingOf(n) })).toBe('judged')
	expect(reportGuessing).not.toHaveBeenCalled()
	expect(await guess(from('200'), { at: meetingOf(200) })).toBe('challengeNeeded')
	expect(await guess({ ...from('201'), siteId: v.parse(SiteId, 'other') }, { at: meetingOf(201) })).toBe('judged')
})

test('[JERR-04] wrong attempts count for ten minutes', async () => {
	const { guess, advance } = aGuard()
	const caller = from('1')
	for (let n = 0; n < 10; n++) await guess(caller)
	advance(windowMs - 1)
	expect(await guess(caller)).toBe('challengeNeeded')
	advance(1)
	expect(await guess(caller)).toBe('judged')
})

test('[JERR-04] if a meeting has no password, only a possible host password is a guess', () => {
	const { guard } = aGuard()
	const open = { ...meeting, password: null }
	for (const nothing of [undefined, '']) {
		expect(guard.isGuess(nothing, meeting)).toBe(false)
		expect(guard.isGuess(nothing, open)).toBe(false)
	}
	expect(guard.isGuess('1', meeting)).toBe(true)
	expect(guard.isGuess('4711', open)).toBe(false)
	expect(guard.isGuess('host-1234', open)).toBe(true)
})

test('[JERR-04] a browser that guesses in an office waits after thirty, and colleagues behind its address solve a challenge', async () => {
	const { guess } = aGuard()
	const guesser = from('1')
	for (let n = 0; n < 30; n++) await guess(guesser, { captcha: solved })
	expect(await guess(guesser, { captcha: solved })).toBe('tooMany')
	const colleague = { ...from('1'), browser: 'another' }
	expect(await guess(colleague)).toBe('challengeNeeded')
	expect(await guess(colleague, { captcha: solved })).toBe('judged')
})
