import { MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Notice, NoticeChannel, NoticeRecipient } from './noticeChannel.ts'

/** A channel, and what its provider accepted. */
export interface NoticeChannelSetup {
	channel: NoticeChannel
	/** Texts the person received, oldest first. */
	received(): string[]
	/** Makes the provider refuse what it is sent. */
	breakProvider(): void
	/** Removes the verified address of the person. */
	removeAddress(): void
	/** Turns the channel off for the site. */
	turnOff(): void
	/** Uses up what the site may spend on notices. */
	spendAll(): void
}

const notice: Notice = { kind: 'passwordGuessing', topic: 'Harbour plans', meetingId: v.parse(MeetingId, '123456789') }
const recipient: NoticeRecipient = { siteId: v.parse(SiteId, 'site-1'), userId: v.parse(UserId, 'user-1') }

/** Requirements on every channel; called inside its own `describe`. */
export function noticeChannelSuite(create: () => NoticeChannelSetup): void {
	async function send(setup: NoticeChannelSetup, isClaimed = true) {
		let claims = 0
		const claim = async () => {
			claims++
			expect(setup.received()).toEqual([])
			return isClaimed
		}
		return { isSent: await setup.channel.send(notice, recipient, claim), claims }
	}

	test('a notice is claimed, then sent once, with the topic and id of the meeting', async () => {
		const setup = create()
		expect(await send(setup)).toEqual({ isSent: true, claims: 1 })
		expect(setup.received()).toEqual([expect.stringMatching(/Harbour plans.*123456789/s)])
	})

	test('a notice that another claim took is not sent', async () => {
		const setup = create()
		expect(await send(setup, false)).toEqual({ isSent: false, claims: 1 })
		expect(setup.received()).toEqual([])
	})

	test.each(['removeAddress', 'turnOff', 'spendAll'] as const)('after %s nothing is claimed', async change => {
		const setup = create()
		setup[change]()
		expect(await send(setup)).toEqual({ isSent: false, claims: 0 })
		expect(setup.received()).toEqual([])
	})

	test('a notice that the provider refuses counts as sent', async () => {
		const setup = create()
		setup.breakProvider()
		expect(await send(setup)).toEqual({ isSent: true, claims: 1 })
	})
}
