import { Copyright, SiteInfo, type SmsCountry, site } from '@parley/api'
import { type CompanyId, formatWireTime, ok } from '@parley/core'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/mobile'
import type { Clock } from '../../platform/clock.ts'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { SiteService } from './service.ts'
import type { Site, SiteSettings } from './store.ts'

/** Settings of a company that take precedence over those of its site. */
interface CompanySettingsPort {
	find(id: CompanyId): Promise<{ settings: { durationS: number } } | undefined>
}

export const siteHttp = (service: SiteService, companies: CompanySettingsPort, clock: Clock): CallHandlers =>
	handlers(site, {
		info: async (_, { siteId }) => ok(presentInfo(await service.find(siteId))),
		commonSettings: async (_, { siteId }) => ok(presentCommon(await service.find(siteId))),
		copyright: async (_, { siteId }) => ok(presentCopyright(await service.find(siteId))),
		serverTime: async (_, { siteId }) => ok(formatWireTime(clock.now(), (await service.find(siteId)).settings.zone)),
		async manage(_, { siteId, member }) {
			const [site, company] = await Promise.all([service.find(siteId), companies.find(member.companyId)])
			return ok({ ...presentManage(site), durationS: company?.settings.durationS || site.settings.durationS })
		},
	})

const presentInfo = ({ firstCompanyId, settings }: Site) => ({
	companyId: firstCompanyId,
	type: settings.type,
	isOa: settings.isOa,
	isPrivate: settings.isPrivate,
	messengerLogin: settings.messengerLogin,
	deviceMakerLogin: settings.deviceMakerLogin,
	...(settings.messengerName && { messengerName: settings.messengerName }),
	...(settings.deviceMakerName && { deviceMakerName: settings.deviceMakerName }),
	...(!settings.agreementTicked && { agreementTicked: false }),
	...(settings.meetingsCall && { meetingsCall: true }),
	...(settings.chatFiles && { chatFiles: true }),
	...(settings.smsCountries !== 'all' && { smsCountries: smsCountriesOf(settings) }),
})

const smsCountriesOf = ({ smsCountries }: SiteSettings): SmsCountry[] =>
	smsCountries.split(',').map(code => ({ code, areaCode: getCountryCallingCode(code as CountryCode) }))

const presentCommon = ({ settings }: Site) => ({ common: { guestsAllowed: settings.guestsAllowed } })

const presentCopyright = ({ settings }: Site) => ({
	guestJoin: settings.guestJoin,
	publicMeetings: settings.publicMeetings,
	neutral: settings.neutral,
	telephone: settings.telephone,
})

const presentManage = ({ settings }: Site) => ({
	pattern: 0,
	private: settings.privateByDefault,
	waitingRoom: settings.waitingRoom,
	live: settings.live,
	isIntranet: settings.isIntranet,
	isOa: settings.isOa,
	inviteesNeeded: settings.inviteesNeeded,
	guestsAllowed: settings.guestsAllowed,
	meetingPasswordMin: settings.meetingPasswordMin,
})

/** Data embedded in the HTML, so that the first paint needs no call; in wire format. */
export const presentBoot = (found: Site, now: number) => ({
	site: SiteInfo.encode(presentInfo(found)),
	imAppId: found.id,
	commonSettings: site.commonSettings.output.encode(presentCommon(found)),
	copyright: Copyright.encode(presentCopyright(found)),
	serverTime: formatWireTime(now, found.settings.zone),
	zone: found.settings.zone,
	serverNow: now,
})
