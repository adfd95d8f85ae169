import type { MeetingId, SiteId, UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { NoticeChannel } from '../../platform/noticeChannel.ts'
import type { SmsStore } from './store.ts'

const dayMs = 86_400_000
/** Messages to one host per day, for all their meetings. */
const maxPerHost = 3

export interface GuessingNoticesDeps {
	store: SmsStore
	/** Tried in order, until one reaches the host. */
	channels: readonly NoticeChannel[]
	findMeeting(id: MeetingId): Promise<{ siteId: SiteId; hostId: UserId; topic: string } | undefined>
	clock: Clock
}

/**
 * Warns hosts that passwords of their meeting are being guessed: once per meeting and day. People who guess have no
 * influence on the number of messages.
 */
export function createGuessingNotices({ store, channels, findMeeting, clock }: GuessingNoticesDeps) {
	async function send(meetingId: MeetingId): Promise<void> {
		const since = clock.now() - dayMs
		if (((await store.findGuessingNotice(meetingId)) ?? since) > since) return
		const meeting = await findMeeting(meetingId)
		if (!meeting) return
		const { siteId, hostId, topic } = meeting
		for (const channel of channels) {
			const claim = async () => {
				if ((await store.countGuessingNotices(siteId, since, hostId)) >= maxPerHost) return false
				return await store.claimGuessingNotice({ meetingId, siteId, hostId, channel: channel.name }, clock.now(), since)
			}
			const notice = { kind: 'passwordGuessing' as const, topic, meetingId }
			if (await channel.send(notice, { siteId, userId: hostId }, claim)) return
		}
	}

	return { send, removeExpired: () => store.removeGuessingNotices(clock.now() - dayMs) }
}
