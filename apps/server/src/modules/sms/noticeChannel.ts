import type { Locale, UserId } from '@parley/core'
import type { Log } from '../../platform/log.ts'
import type { NoticeChannel } from '../../platform/noticeChannel.ts'
import type { SiteService } from '../site/index.ts'
import type { SmsBudget } from './budget.ts'
import { guessingMessage } from './guessingMessage.ts'
import { defaultLanguageOf, formatE164, isServedNumber, type MobileNumber } from './mobileNumber.ts'
import type { SmsSender } from './sender.ts'
import { smsChannelName } from './store.ts'

export interface SmsNoticeDeps {
	budget: Pick<SmsBudget, 'spend'>
	sms: SmsSender
	sites: Pick<SiteService, 'find'>
	/** Returns the verified mobile number of a person and the language they use the page in, if known. */
	findContact(id: UserId): Promise<{ number: MobileNumber | undefined; language: Locale | undefined } | undefined>
	log: Log
}

/** Notices by text message. */
export const createSmsNotices = ({ budget, sms, sites, findContact, log }: SmsNoticeDeps): NoticeChannel => ({
	name: smsChannelName,
	async send({ kind, topic, meetingId }, { siteId, userId }, claim) {
		const { name, settings } = await sites.find(siteId)
		const { number, language } = (await findContact(userId)) ?? {}
		if (!settings.guessingSms || !number || !isServedNumber(settings, number)) return false
		const to = formatE164(number)
		if (!sms.canSend(kind, to)) return false
		if (!(await budget.spend(siteId, 'guessingNotice', claim))) return false
		try {
			const message = guessingMessage(language ?? defaultLanguageOf(number), { site: name, topic, meetingId })
			await sms.send({ to, ...message })
		} catch (error) {
			log.error({ err: error, sender: sms.name }, 'text message not sent')
		}
		return true
	},
})
