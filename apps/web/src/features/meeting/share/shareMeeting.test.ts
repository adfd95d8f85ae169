import { ok, refused } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { type ShareDeps, shareMeeting } from './shareMeeting.ts'

const joinUrl = 'https://meet.example.org/?meetingId=842391556'
const meeting = aMeeting({ joinUrl })

const aDeps = (fields: Partial<ShareDeps> = {}) => ({
	callShell: vi.fn(async (..._: unknown[]) => ok(undefined)) as unknown as ShareDeps['callShell'],
	shareByBrowser: undefined,
	copy: vi.fn(async () => true),
	...fields,
})
const withoutShell = { callShell: (async () => refused('unavailable')) as unknown as ShareDeps['callShell'] }
const failing = (name: string) => async () => {
	throw Object.assign(new Error(name), { name })
}

test('[SHARE-01] the shell is given six keys, and nothing else', async () => {
	const deps = aDeps()
	expect(await shareMeeting(meeting, '韩梅', deps)).toBe('shared')
	expect(deps.callShell).toHaveBeenCalledWith('shareMeetingInfo', {
		joinMeetingUrl: joinUrl,
		meetingId: '842391556',
		meetingTopic: 'Roadmap for the winter',
		duration: 5400,
		hostDisplayName: '韩梅',
		startTime: '2026-11-21 10:00:00',
	})
	expect(deps.copy).not.toHaveBeenCalled()
})

test('[SHARE-03] a recurring meeting has no duration', async () => {
	const deps = aDeps()
	await shareMeeting({ ...meeting, isRecurring: true, repeatType: 1 }, '韩梅', deps)
	expect(deps.callShell).toHaveBeenCalledWith('shareMeetingInfo', expect.objectContaining({ duration: 0 }))
})

test('[SHARE-04] while one is being shared another tap does nothing', async () => {
	let finish = () => {}
	const call = vi.fn(() => new Promise(resolve => (finish = () => resolve(ok(undefined)))))
	const deps = aDeps({ callShell: call as unknown as ShareDeps['callShell'] })
	const first = shareMeeting(meeting, '韩梅', deps)
	expect(await shareMeeting(meeting, '韩梅', deps)).toBe('cancelled')
	expect(call).toHaveBeenCalledTimes(1)
	finish()
	expect(await first).toBe('shared')
	const second = shareMeeting(meeting, '韩梅', deps)
	expect(call).toHaveBeenCalledTimes(2)
	finish()
	await second
})

test('a shell that does not answer has got the invitation all the same', async () => {
	const deps = aDeps({ callShell: (async () => refused('timeout')) as unknown as ShareDeps['callShell'] })
	expect(await shareMeeting(meeting, '韩梅', deps)).toBe('shared')
	expect(deps.copy).not.toHaveBeenCalled()
})

test('without a shell the browser shares; if the person cancels, nothing more happens', async () => {
	const share = vi.fn(async (_: ShareData) => {})
	const deps = aDeps({ ...withoutShell, shareByBrowser: share })
	expect(await shareMeeting(meeting, '韩梅', deps)).toBe('shared')
	expect(share.mock.calls[0]?.[0]).toMatchObject({ title: 'Roadmap for the winter' })
	expect(await shareMeeting(meeting, '韩梅', aDeps({ ...withoutShell, shareByBrowser: failing('AbortError') }))).toBe(
		'cancelled',
	)
})

test('[LIST-35] where the browser cannot share, the invitation is copied, with its zone and without a password', async () => {
	const secret = { ...meeting, password: '246810', hostPassword: 'abcde-23456' }
	for (const share of [undefined, failing('NotAllowedError')]) {
		const copy = vi.fn(async (_: string) => true)
		expect(await shareMeeting(secret, '韩梅', aDeps({ ...withoutShell, shareByBrowser: share, copy }))).toBe('copied')
		expect(copy.mock.calls[0]?.[0].split('\n')).toEqual([
			'韩梅 邀请您参加会议',
			'主题：Roadmap for the winter',
			'时间：2026年11月21日 周六 10:00–11:30（UTC+8）',
			'会议号：842 391 556',
			joinUrl,
		])
	}
	expect(await shareMeeting(meeting, '韩梅', aDeps({ ...withoutShell, copy: async () => false }))).toBe('failed')
})

test.each([
	[{ repeatType: 2, repeatCondition: 2 }, '时间：每周二 10:00–11:30'],
	[{ repeatType: 0 }, '时间：不定期'],
])('an invitation to a recurring meeting shows its recurrence (%j)', async (fields, line) => {
	const copy = vi.fn(async (_: string) => true)
	await shareMeeting({ ...meeting, isRecurring: true, ...fields }, '韩梅', aDeps({ ...withoutShell, copy }))
	expect(copy.mock.calls[0]?.[0]).toContain(line)
})

const liveUrl = 'https://meet.example.org/liveBroadcast?roomId=842391556'
const liveMeeting = aMeeting({ joinUrl, hasLive: true, liveUrl, livePassword: '1357' })

test('[SHARE-02] [BRG-24] for a live the shell is given eight keys, its address and password among them', async () => {
	const deps = aDeps()
	expect(await shareMeeting(liveMeeting, '韩梅', deps, 'live')).toBe('shared')
	expect(deps.callShell).toHaveBeenCalledWith('shareLiveInfo', {
		joinMeetingUrl: joinUrl,
		meetingId: '842391556',
		meetingTopic: 'Roadmap for the winter',
		duration: 5400,
		hostDisplayName: '韩梅',
		startTime: '2026-11-21 10:00:00',
		liveUrl,
		livePwd: '1357',
	})
	const open = aDeps()
	await shareMeeting(aMeeting({ hasLive: true, liveUrl, isRecurring: true, repeatType: 1 }), '韩梅', open, 'live')
	expect(open.callShell).toHaveBeenCalledWith('shareLiveInfo', expect.objectContaining({ livePwd: '', duration: 0 }))
})

test('the invitation to a live has its address, the password viewers are asked for, and where it can be watched', async () => {
	const copy = vi.fn(async (_: string) => true)
	const deps = aDeps({ ...withoutShell, copy })
	expect(await shareMeeting({ ...liveMeeting, isLiveIntranet: true }, '韩梅', deps, 'live')).toBe('copied')
	expect(copy.mock.calls[0]?.[0].split('\n')).toEqual([
		'韩梅 邀请您观看直播',
		'主题：Roadmap for the winter',
		'时间：2026年11月21日 周六 10:00–11:30（UTC+8）',
		'直播密码：1357',
		'仅限内网观看，请先连接公司网络',
		liveUrl,
	])
})
