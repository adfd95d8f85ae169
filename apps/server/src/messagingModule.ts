import { SiteId, UserId } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { createSqlAccountStore } from './modules/account/index.ts'
import { broadcast } from './modules/messaging/adapters/gateway/index.ts'
import {
	type AccountNames,
	createAddressHolds,
	createApplyRetention,
	createImTokens,
	createMessaging,
	createOnlinePeople,
	createReservedNames,
	createSiteWords,
	createSqlAddressHoldStore,
	createSqlMessagingStore,
	createSqlRoomHostStore,
	createTokenService,
	messagingHttp,
	type SignIns,
	singleNode,
} from './modules/messaging/index.ts'
import type { SessionService } from './modules/session/index.ts'
import { allowsGuests, allowsSeveralDevices, type SiteService } from './modules/site/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import type { Ids } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import type { CreateRateLimit } from './platform/rateLimit.ts'
import { realTimers } from './platform/realTimers.ts'
import type { Secrets } from './platform/secrets.ts'

/** Questions of one person about who is online. */
const onlineQuestions = { times: 120, perS: 60 }

interface MessagingModuleDeps {
	db: Db
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	secrets: Pick<Secrets, 'imTokens'>
	sites: SiteService
	sessions: Pick<SessionService, 'findExisting' | 'findEnded' | 'findPerson'>
	publicUrl: string | undefined
}

/** Messaging, wired: an application is a site, and its people are the accounts of the site and guests. */
export function createMessagingModule(deps: MessagingModuleDeps) {
	const { db, clock, ids, createRateLimit, log, sites, sessions, publicUrl } = deps
	const store = createSqlMessagingStore(db)
	const secret = Buffer.from(deps.secrets.imTokens, 'base64url')
	const tokens = createImTokens(secret)
	const accounts = accountNames(db)
	const timers = realTimers(clock)
	const addressHoldStore = createSqlAddressHoldStore(db)
	const addressHolds = createAddressHolds(addressHoldStore, secret, clock)
	const siteOf = (appId: ImAppId) => sites.find(v.parse(SiteId, appId))
	const words = createSiteWords({
		async readWords() {
			const all = await sites.all()
			return all.map(({ id, settings }) => ({ appId: v.parse(ImAppId, id), words: settings.refusedWords }))
		},
		timers,
		onError: error => log.warn({ err: error }, 'refused words could not be read'),
	})
	const service = createMessaging({
		store,
		timers,
		ids,
		tokens,
		signIns: signInsOf(sessions),
		words,
		accounts,
		allowsGuests: async appId => allowsGuests((await siteOf(appId)).settings),
		allowsSeveralDevices: async appId => allowsSeveralDevices((await siteOf(appId)).settings),
		chatsNeedFriendship: async appId => (await siteOf(appId)).settings.chatsNeedFriendship,
		publicUrl,
		addressHolds,
		qrCodeKey: secret,
		hints: singleNode,
		broadcast,
		createRateLimit,
		log,
	})
	const onlinePeople = createOnlinePeople({
		store,
		tokens,
		findOnline: service.findOnline,
		questions: createRateLimit('im-online', onlineQuestions.times, onlineQuestions.perS),
		clock,
	})
	const tokenService = createTokenService({
		store,
		signToken: tokens.sign,
		accounts,
		rename: service.rename,
		words,
		reservedNames: createReservedNames({ store: createSqlRoomHostStore(db), accounts, clock }),
		addressHolds,
		allowsGuests: async siteId => allowsGuests((await sites.find(siteId)).settings),
		clock,
		ids,
		secret,
	})
	return {
		service,
		identify: tokenService.identify,
		onlinePeople,
		words,
		store,
		applyRetention: createApplyRetention({ store, addressHolds: addressHoldStore, clock }),
		http: messagingHttp(tokenService),
	}
}
export type MessagingModule = ReturnType<typeof createMessagingModule>

function accountNames(db: Db): AccountNames {
	const accounts = createSqlAccountStore(db)
	return {
		async find(appId, uids) {
			const ids = uids.flatMap(uid => (v.is(UserId, uid) ? [v.parse(UserId, uid)] : []))
			const found = await accounts.listProfiles(v.parse(SiteId, appId), ids)
			return found.map(({ id, displayName, picture }) => ({
				uid: v.parse(ImUserId, id),
				nickName: displayName,
				imgUrl: picture ?? '',
			}))
		},
	}
}

const signInsOf = ({ findExisting, findEnded, findPerson }: MessagingModuleDeps['sessions']): SignIns => ({
	findExisting,
	findEnded,
	async findAccount(appId, uid, id) {
		const person = await findPerson(id)
		if (person?.userId !== (uid as string) || person.siteId !== (appId as string)) return undefined
		return { uid, nickName: person.displayName, imgUrl: person.picture ?? '' }
	},
})
