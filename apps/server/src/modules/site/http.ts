import { Copyright, SiteInfo, site } from '@parley/api'
import { formatWireTime, ok } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { SiteService } from './service.ts'
import type { Site } from './store.ts'

export const siteHttp = (service: SiteService, clock: Clock): CallHandlers =>
	handlers(site, {
		info: async (_, { siteId }) => ok(presentInfo(await service.find(siteId))),
		commonSettings: async (_, { siteId }) => ok(presentCommon(await service.find(siteId))),
		copyright: async (_, { siteId }) => ok(presentCopyright(await service.find(siteId))),
		serverTime: async (_, { siteId }) => ok(formatWireTime(clock.now(), (await service.find(siteId)).settings.zone)),
		manage: async (_, { siteId }) => ok(presentManage(await service.find(siteId))),
	})

const presentInfo = ({ firstCompanyId, settings }: Site) => ({
	companyId: firstCompanyId,
	type: settings.type,
	isOa: settings.isOa,
	isPrivate: settings.isPrivate,
	messengerLogin: settings.messengerLogin,
	deviceMakerLogin: settings.deviceMakerLogin,
})

const presentCommon = ({ settings }: Site) => ({ common: { guestsAllowed: settings.guestsAllowed } })

const presentCopyright = ({ settings }: Site) => ({
	guestJoin: settings.guestJoin,
	publicMeetings: settings.publicMeetings,
	neutral: settings.neutral,
	telephone: settings.telephone,
})

const presentManage = ({ settings }: Site) => ({
	durationS: settings.durationS,
	pattern: 0,
	private: settings.privateByDefault,
	live: settings.live,
	isIntranet: settings.isIntranet,
	isOa: settings.isOa,
	inviteesNeeded: settings.inviteesNeeded,
	guestsAllowed: settings.guestsAllowed,
})

/** What the page is handed with its HTML, so that its first paint waits for no call; spelled as on the wire. */
export const presentBoot = (found: Site, now: number) => ({
	site: SiteInfo.encode(presentInfo(found)),
	commonSettings: site.commonSettings.output.encode(presentCommon(found)),
	copyright: Copyright.encode(presentCopyright(found)),
	serverTime: formatWireTime(now, found.settings.zone),
	zone: found.settings.zone,
	serverNow: now,
})
