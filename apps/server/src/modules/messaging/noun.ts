import { SiteId, UserId } from '@parley/core'
import { ImAppId, ImUserId, imPaths } from '@parley/im'
import type { Registry } from 'prom-client'
import * as v from 'valibot'
import type { NodeCalls } from '../../platform/nodeCalls.ts'
import type { HttpApp, HttpEdge, Platform, SocketEdge } from '../../platform/noun.ts'
import { realTimers } from '../../platform/realTimers.ts'
import type { AccountStore } from '../account/index.ts'
import type { Nodes } from '../node/index.ts'
import type { SessionService } from '../session/index.ts'
import { allowsGuests, allowsSeveralDevices, isImOrigin, type SiteService } from '../site/index.ts'
import { attachImGateway } from './adapters/gateway/gateway.ts'
import { openRedisNodeBus } from './adapters/gateway/redisNodeBus.ts'
import { broadcast } from './adapters/gateway/socketConnection.ts'
import { allowImOrigins } from './adapters/http/imOrigins.ts'
import { serveGroupInvitation } from './adapters/http/imPage.ts'
import { serveImServers } from './adapters/http/imServers.ts'
import { messagingChecks } from './checks.ts'
import { createSqlAddressHoldStore } from './groups/addressHolds.sql.ts'
import { createAddressHolds } from './groups/addressHolds.ts'
import { createPresentAnywhere } from './groups/presentAnywhere.ts'
import { messagingHttp } from './http.ts'
import { createSiteWords } from './messages/siteWords.ts'
import { measureMessaging } from './metrics.ts'
import { createReservedNames } from './people/reservedNames.ts'
import { createSqlRoomHostStore } from './people/roomHosts.sql.ts'
import type { AccountNames, SignIns } from './ports/accounts.ts'
import { type NodeBus, singleNode } from './ports/nodeBus.ts'
import { noParticipation, type Participation } from './ports/participation.ts'
import { createApplyRetention } from './retention.ts'
import { createMessaging } from './service.ts'
import { createOnlinePeople } from './sessions/onlinePeople.ts'
import { createParticipantTokens } from './sessions/participantTokens.ts'
import { createTokenService } from './sessions/tokenService.ts'
import { createImTokens } from './sessions/tokens.ts'
import { createSqlMessagingStore } from './store/store.sql.ts'

/** Limit of one person's queries about online status. */
const onlineQuestions = { times: 120, perS: 60 }

export type MessagingDeps = Platform & {
	node: { nodes: Pick<Nodes, 'id' | 'others'>; nodeCalls: NodeCalls; isOnly: boolean }
	site: { sites: SiteService }
	account: { store: AccountStore }
	session: {
		sessions: Pick<SessionService, 'findExisting' | 'findEnded' | 'findPerson'>
		onEndings(listener: () => Promise<unknown>): void
	}
}

/** An application of messaging is a site, and its people are the accounts of the site and guests. */
function open({ config, db, clock, ids, createRateLimit, log, secrets, isDemo, ...nouns }: MessagingDeps) {
	const { publicUrl } = config
	const { sites } = nouns.site
	const { sessions, onEndings } = nouns.session
	const store = createSqlMessagingStore(db)
	const secret = Buffer.from(secrets.imTokens, 'base64url')
	const tokens = createImTokens(secret)
	const accounts = accountNames(nouns.account.store)
	const timers = realTimers(clock)
	let participation = noParticipation
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
	const nodeBus = openNodeBus(config.redisUrl, nouns.node, log)
	const ofThisNode = createMessaging({
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
		participation: {
			find: (appId, uid) => participation.find(appId, uid),
			attachFile: (...file) => participation.attachFile(...file),
			openFile: (...file) => participation.openFile(...file),
			mayRevoke: (...message) => participation.mayRevoke(...message),
			noteRemoved: (...message) => participation.noteRemoved(...message),
			removeFile: (...file) => participation.removeFile(...file),
		},
		addressHolds,
		qrCodeKey: secret,
		nodeBus,
		broadcast,
		createRateLimit,
		log,
	})
	const listPresent = createPresentAnywhere({ listHere: ofThisNode.rooms.listPresent, ...nouns.node, log })
	const service = { ...ofThisNode, rooms: { ...ofThisNode.rooms, listPresent } }
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
	const participantTokens = createParticipantTokens({ store, signToken: tokens.sign, rename: service.rename, clock })
	onEndings(service.endRevoked)
	let gateway: ReturnType<typeof attachImGateway> | undefined
	return {
		service,
		store,
		identify: tokenService.identify,
		participantTokens,
		/** Sets the port that knows who is in the room of a meeting. */
		useParticipation(port: Participation) {
			participation = port
		},
		onlinePeople,
		words,
		calls: { messaging: messagingHttp(tokenService) },
		async callScope(scope: HttpApp, { registry }: HttpEdge) {
			await allowImOrigins(scope, { sites, publicUrl })
			await serveImServers(scope, { sites, onlinePeople, createRateLimit, registry })
		},
		routes(app: HttpApp) {
			// The demo page can join the group.
			if (isDemo) return
			serveGroupInvitation(app, {
				sites,
				invitedTo: (siteId, gid, code) => service.invitedTo(v.parse(ImAppId, siteId), gid, code),
			})
		},
		socketPaths: [imPaths.socket],
		sockets(edge: SocketEdge) {
			gateway = attachImGateway({
				...edge,
				connect: service.connect,
				async admitsPage(request, origin) {
					const site = await sites.findByHost(edge.hostOf(request))
					return site !== undefined && isImOrigin(site.settings, origin)
				},
			})
		},
		jobs: [
			{
				name: 'retention of messaging',
				run: createApplyRetention({ store, addressHolds: addressHoldStore, clock }),
			},
		],
		metrics: (registry: Registry) => measureMessaging(registry, service),
		start: words.start,
		beginStop: () => gateway?.refuseNew(),
		async stop() {
			await service.stop()
			await gateway?.stop()
			words.stop()
			await nodeBus.close()
		},
	}
}

/** Without Redis, other nodes learn of messages when they compare heads. */
function openNodeBus(
	redisUrl: string | undefined,
	{ nodes, isOnly }: MessagingDeps['node'],
	log: Platform['log'],
): NodeBus & { close(): Promise<void> } {
	if (redisUrl === undefined || isOnly) return { ...singleNode, close: async () => {} }
	return openRedisNodeBus({ url: redisUrl, node: nodes.id, log })
}

function accountNames(accounts: AccountStore): AccountNames {
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

const signInsOf = ({ findExisting, findEnded, findPerson }: MessagingDeps['session']['sessions']): SignIns => ({
	findExisting,
	findEnded,
	async findAccount(appId, uid, id) {
		const person = await findPerson(id)
		if (person?.userId !== (uid as string) || person.siteId !== (appId as string)) return undefined
		return { uid, nickName: person.displayName, imgUrl: person.picture ?? '' }
	},
})

export const messagingNoun = { name: 'messaging' as const, open, checks: messagingChecks }
