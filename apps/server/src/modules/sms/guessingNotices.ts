import type { Locale, MeetingId, SiteId, UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SiteService } from '../site/index.ts'
import type { SmsBudget } from './budget.ts'
import { guessingMessage } from './guessingMessage.ts'
import { defaultLanguageOf, formatE164, isServedNumber, type MobileNumber } from './mobileNumber.ts'
import type { SmsSender } from './sender.ts'
import type { SmsStore } from './store.ts'

const dayMs = 86_400_000
/** Messages to one host per day, for all their meetings. */
const maxPerHost = 3

export interface GuessingNoticesDeps {
	store: SmsStore
	budget: Pick<SmsBudget, 'spend'>
	sms: SmsSender
	sites: Pick<SiteService, 'find'>
	findMeeting(id: MeetingId): Promise<{ siteId: SiteId; hostId: UserId; topic: string } | undefined>
	/** Returns the verified mobile number of a person and the language they use the page in, if known. */
	findContact(id: UserId): Promise<{ number: MobileNumber | undefined; language: Locale | undefined } | undefined>
	clock: Clock
	log: Log
}

/**
 * Warns hosts by text message that passwords of their meeting are being guessed: once per meeting and day. People who
 * guess have no influence on the number of messages.
 */
export function createGuessingNotices(deps: GuessingNoticesDeps) {
	const { store, budget, sms, sites, findMeeting, findContact, clock, log } = deps

	async function send(meetingId: MeetingId): Promise<void> {
		const since = clock.now() - dayMs
		if (((await store.findGuessingNotice(meetingId)) ?? since) > since) return
		const meeting = await findMeeting(meetingId)
		if (!meeting) return
		const { siteId, hostId, topic } = meeting
		const { name, settings } = await sites.find(siteId)
		const { number, language } = (await findContact(hostId)) ?? {}
		if (!settings.guessingSms || !number || !isServedNumber(settings, number)) return
		const to = formatE164(number)
		if (!sms.canSend('passwordGuessing', to)) return

		const isClaimed = await budget.spend(siteId, 'guessingNotice', async () => {
			if ((await store.countGuessingNotices(siteId, since, hostId)) >= maxPerHost) return false
			return await store.claimGuessingNotice({ meetingId, siteId, hostId }, clock.now(), since)
		})
		if (!isClaimed) return
		try {
			await sms.send({
				to,
				...guessingMessage(language ?? defaultLanguageOf(number), { site: name, topic, meetingId }),
			})
		} catch (error) {
			// It may have arrived all the same, so it is not sent again.
			log.error({ err: error, sender: sms.name }, 'text message not sent')
		}
	}

	return { send, removeExpired: () => store.removeGuessingNotices(clock.now() - dayMs) }
}
