import { ok, refused } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { type ShareDeps, shareMeeting } from './shareMeeting.ts'

const joinUrl = 'https://meet.example.org/?meetingId=842391556'
const meeting = aMeeting({ joinUrl })

const around = (fields: Partial<ShareDeps> = {}) => ({
	call: vi.fn(async (..._: unknown[]) => ok(undefined)) as unknown as ShareDeps['call'],
	share: undefined,
	copy: vi.fn(async () => true),
	...fields,
})
const alone = { call: (async () => refused('absent')) as unknown as ShareDeps['call'] }
const failing = (name: string) => async () => {
	throw Object.assign(new Error(name), { name })
}

test('[SHARE-01] [LIST-15] the phone is told the six keys, and nothing else', async () => {
	const outside = around()
	expect(await shareMeeting(meeting, '韩梅', outside)).toBe('shared')
	expect(outside.call).toHaveBeenCalledWith('shareMeetingInfo', {
		joinMeetingUrl: joinUrl,
		meetingId: '842391556',
		meetingTopic: 'Roadmap for the winter',
		duration: 5400,
		hostDisplayName: '韩梅',
		startTime: '2026-11-21 10:00:00',
	})
	expect(outside.copy).not.toHaveBeenCalled()
})

test('[SHARE-03] a meeting that comes back has no length', async () => {
	const outside = around()
	await shareMeeting({ ...meeting, isRecurring: true, repeatType: 1 }, '韩梅', outside)
	expect(outside.call).toHaveBeenCalledWith('shareMeetingInfo', expect.objectContaining({ duration: 0 }))
})

test('[SHARE-04] while one is being shared another tap does nothing', async () => {
	let finish = () => {}
	const call = vi.fn(() => new Promise(resolve => (finish = () => resolve(ok(undefined)))))
	const outside = around({ call: call as unknown as ShareDeps['call'] })
	const first = shareMeeting(meeting, '韩梅', outside)
	expect(await shareMeeting(meeting, '韩梅', outside)).toBe('dropped')
	expect(call).toHaveBeenCalledTimes(1)
	finish()
	expect(await first).toBe('shared')
	const second = shareMeeting(meeting, '韩梅', outside)
	expect(call).toHaveBeenCalledTimes(2)
	finish()
	await second
})

test('a phone that says nothing has been told all the same', async () => {
	const outside = around({ call: (async () => refused('silent')) as unknown as ShareDeps['call'] })
	expect(await shareMeeting(meeting, '韩梅', outside)).toBe('shared')
	expect(outside.copy).not.toHaveBeenCalled()
})

test('without a phone the browser shares; given up, nothing more happens', async () => {
	const share = vi.fn(async (_: ShareData) => {})
	const outside = around({ ...alone, share })
	expect(await shareMeeting(meeting, '韩梅', outside)).toBe('shared')
	expect(share.mock.calls[0]?.[0]).toMatchObject({ title: 'Roadmap for the winter' })
	expect(await shareMeeting(meeting, '韩梅', around({ ...alone, share: failing('AbortError') }))).toBe('dropped')
})

test('where the browser shares nothing the invitation is on the clipboard, without a password', async () => {
	const secret = { ...meeting, password: '246810', hostPassword: 'abcde-23456' }
	for (const share of [undefined, failing('NotAllowedError')]) {
		const copy = vi.fn(async (_: string) => true)
		expect(await shareMeeting(secret, '韩梅', around({ ...alone, share, copy }))).toBe('copied')
		expect(copy.mock.calls[0]?.[0].split('\n')).toEqual([
			'韩梅 邀请您参加会议',
			'主题：Roadmap for the winter',
			'时间：2026年11月21日 周六 10:00–11:30',
			'会议号：842 391 556',
			joinUrl,
		])
	}
	expect(await shareMeeting(meeting, '韩梅', around({ ...alone, copy: async () => false }))).toBe('failed')
})

test.each([
	[{ repeatType: 2, repeatCondition: 2 }, '时间：每周二 10:00–11:30'],
	[{ repeatType: 0 }, '时间：不定期'],
])('an invitation to a room says how it comes back (%j)', async (fields, says) => {
	const copy = vi.fn(async (_: string) => true)
	await shareMeeting({ ...meeting, isRecurring: true, ...fields }, '韩梅', around({ ...alone, copy }))
	expect(copy.mock.calls[0]?.[0]).toContain(says)
})
