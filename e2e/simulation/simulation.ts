import { type Envelope, encodePacket, type ImUserId, memberRoles } from '@parley/im'
import { memberRow, newGroupSettings } from '../../apps/server/src/modules/messaging/index.ts'
import type { TokenVerifier } from '../../apps/server/src/modules/messaging/sessions/tokens.ts'
import type { MessagingStore } from '../../apps/server/src/modules/messaging/store/store.ts'
import { createMemoryStore } from '../../apps/server/src/modules/messaging/testing/memoryStore.ts'
import type { Ids } from '../../apps/server/src/platform/ids.ts'
import { type ActionDeps, carryOut } from './actions.ts'
import { type App, clientName, createApp, type RunRecord } from './app.ts'
import { type Browser, createBrowser } from './browser.ts'
import { appId, gidOf, uidOf } from './cast.ts'
import type { Outcome } from './explore.ts'
import { askEverybody, findListViolations } from './listViolations.ts'
import { createNetwork, type Line, type Network, quietLine } from './network.ts'
import { createNode, createSimulatedNodeBus, type ServerNode, type SimulatedNodeBus } from './node.ts'
import { type Fault, isAction, type Plan, type Step } from './plan.ts'
import { type Chance, createChance, createScheduler } from './scheduler.ts'
import { findViolations } from './violations.ts'

/** Short lifetime, so that tokens are renewed in a run: the SDK does so a minute before expiry. */
const tokenMs = 85_000
/** A run ends if everything has recovered this long after the last step; otherwise it gets all of the second time. */
const usuallyWellMs = 40_000
/** Longest recovery time: an answer timeout, a few retries, the next heads. */
const settleMs = 420_000
/** Time for all clients to request all of their lists, page by page. */
const answeredWithinMs = 3_000

interface Stage extends ActionDeps {
	chance: Chance
	network: Network
	store: MessagingStore
	nodeBus: SimulatedNodeBus
	browsers: Browser[]
	/** Temporary faults caused by the steps. */
	trouble: { isStoreBroken: boolean; tokensRefused: Set<number> }
}

/** Executes a plan and returns the broken promises; the same plan always has the same outcome. */
export async function simulate(plan: Plan): Promise<Outcome> {
	const stage = await setUp(plan)
	let violations: string[] = []
	const unhandled = (error: unknown) => stage.record.problems.push(`unhandled: ${textOf(error)}`)
	process.on('unhandledRejection', unhandled)
	try {
		const beginning = stage.scheduler.now()
		for (const step of plan.steps) {
			await stage.scheduler.runUntil(beginning + step.at)
			take(stage, step)
		}
		await stage.scheduler.runUntil(beginning + plan.endsAt)
		heal(stage)
		const healedAt = stage.scheduler.now()
		await stage.scheduler.runUntil(healedAt + usuallyWellMs)
		violations = await judge(plan, stage)
		if (violations.length > 0) {
			await stage.scheduler.runUntil(healedAt + settleMs)
			violations = await judge(plan, stage)
		}
	} catch (error) {
		stage.record.problems.push(`thrown: ${textOf(error)}`)
	} finally {
		process.off('unhandledRejection', unhandled)
	}
	const delivered = stage.record.given.reduce((sum, { events }) => sum + events.length, 0)
	return { violations: [...stage.record.problems, ...violations], delivered }
}

async function judge(plan: Plan, stage: Stage): Promise<string[]> {
	const asked = askEverybody(stage.apps)
	await stage.scheduler.runUntil(stage.scheduler.now() + answeredWithinMs)
	return [...(await findViolations(plan, stage)), ...(await findListViolations({ ...stage, asked }))]
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

async function setUp(plan: Plan): Promise<Stage> {
	const scheduler = createScheduler()
	const chance = createChance(plan.seed ^ 0x5eed)
	const store = createMemoryStore()
	await makeGroups(plan, store, scheduler.now())
	const record: RunRecord = { given: [], lists: [], written: [], problems: [] }
	const trouble: Stage['trouble'] = { isStoreBroken: false, tokensRefused: new Set() }
	const nodeBus = createSimulatedNodeBus(scheduler, chance)
	const nodes: ServerNode[] = []
	const network = createNetwork({
		scheduler,
		chance,
		nodeFor: () => {
			const node = nodes[chance.upTo(nodes.length - 1)]
			if (!node) throw new Error('a plan needs a node')
			return node
		},
	})
	for (let index = 0; index < plan.cast.nodes; index++) {
		nodes.push(
			createNode({
				scheduler,
				chance,
				store,
				ids: createSimulatedIds(chance),
				tokens,
				nodeBus,
				isStoreBroken: () => trouble.isStoreBroken,
				cutConnections: node => network.cutNode(node),
				onError: error => record.problems.push(`the server logged an error: ${JSON.stringify(error, jsonError)}`),
			}),
		)
	}
	const browsers = Array.from({ length: plan.cast.people }, () => createBrowser(scheduler))
	let textCount = 0
	const stage: Stage = {
		scheduler,
		chance,
		network,
		store,
		nodes,
		nodeBus,
		browsers,
		apps: browsers.map(() => new Map<number, App>()),
		record,
		trouble,
		nextText: () => `text ${++textCount}`,
		openTab(person) {
			const browser = browsers[person]
			const apps = stage.apps[person]
			if (!browser || !apps) return
			const tab = apps.size
			const rooms = plan.cast.groups.flatMap(({ kind }, index) => (kind === 'CHATROOM' ? [gidOf(index)] : []))
			const issueToken = () =>
				trouble.tokensRefused.has(person)
					? undefined
					: `${uidOf(person)} ${scheduler.now()} ${scheduler.now() + tokenMs}`
			const options = { scheduler, chance, network, browser, record, person, tab, rooms, appId, issueToken }
			apps.set(tab, createApp({ ...options, uid: uidOf(person) }))
		},
	}
	for (let person = 0; person < plan.cast.people; person++) stage.openTab(person)
	return stage
}

const jsonError = (_key: string, value: unknown) => (value instanceof Error ? value.stack : value)

/** `uid issuedAt expiresAt`: real signatures would take time outside the simulation. */
const tokens: TokenVerifier = {
	async verify(token, now) {
		const [uid = '', issued, ends] = token.split(' ')
		const [issuedAt, expiresAt] = [Number(issued), Number(ends)]
		if (!Number.isFinite(expiresAt)) return { status: 'invalid' }
		if (expiresAt <= now) return { status: 'expired' }
		return {
			status: 'valid',
			identity: {
				uid: uid as ImUserId,
				appId,
				isGuest: false,
				sessionId: null,
				nickName: uid.toUpperCase(),
				issuedAt,
				expiresAt,
			},
		}
	},
}

function createSimulatedIds(chance: Chance): Ids {
	const random = () => Array.from(chance.bytes(9), byte => byte.toString(36).padStart(2, '0')).join('')
	return {
		row: prefix => `${prefix}_${random()}`,
		meeting: () => {
			throw new Error('messaging creates no meetings')
		},
		secret: random,
	}
}

async function makeGroups(plan: Plan, store: MessagingStore, now: number): Promise<void> {
	for (const [index, { kind, members }] of plan.cast.groups.entries()) {
		const listed = kind === 'CHATROOM' ? members.slice(0, 1) : members
		await store.commit([
			{
				appId,
				now,
				conversation: {
					id: gidOf(index),
					create: {
						group: newGroupSettings({
							name: `Group ${index}`,
							mucType: kind === 'CHATROOM' ? 5 : 0,
							owner: uidOf(0),
						}),
					},
					members: listed.map(person =>
						memberRow(uidOf(person), now, 0, person === 0 ? memberRoles.owner : memberRoles.common),
					),
					events: [],
				},
				lists: listed.flatMap(person =>
					kind === 'CHATROOM'
						? []
						: [
								{
									uid: uidOf(person),
									option: 'group',
									name: 'groupListUpdated',
									body: { gid: gidOf(index), group: {} },
								},
							],
				),
			},
		])
	}
}

/** Repairs every fault, and reconnects all people. */
function heal({ network, nodes, nodeBus, browsers, apps, trouble }: Stage): void {
	network.heal()
	nodeBus.isLossy = false
	trouble.isStoreBroken = false
	trouble.tokensRefused.clear()
	for (const node of nodes) {
		node.thaw()
		node.start()
	}
	for (const browser of browsers) browser.isStorageBroken = false
	for (const tabs of apps) for (const app of tabs.values()) app.announce('online')
}

function take(stage: Stage, step: Step): void {
	if (isAction(step)) carryOut(stage, step)
	else goWrong(stage, step)
}

function goWrong(stage: Stage, step: Fault): void {
	const { scheduler, network, nodes, nodeBus, browsers, apps, trouble } = stage
	const during = (forMs: number, begin: () => void, end: () => void) => {
		begin()
		scheduler.after(forMs, end)
	}
	const appOf = (person: number, tab = 0) => apps[person]?.get(tab) ?? apps[person]?.get(0)
	const lineOf = (person: number) => network.line(clientName(person))
	const disturb = ({ person, forMs }: { person: number; forMs: number }, change: Partial<Line>) => {
		const quiet = quietLine()
		const undone = Object.fromEntries(Object.keys(change).map(key => [key, quiet[key as keyof Line]]))
		during(
			forMs,
			() => Object.assign(lineOf(person), change),
			() => Object.assign(lineOf(person), undone),
		)
	}
	switch (step.kind) {
		case 'cut':
			network.cut(clientName(step.person))
			return
		case 'silent':
			disturb(step, { isSilent: true })
			return
		case 'offline':
			during(
				step.forMs,
				() => {
					lineOf(step.person).down = true
					network.cut(clientName(step.person))
					for (const app of apps[step.person]?.values() ?? []) app.announce('offline')
				},
				() => {
					lineOf(step.person).down = false
					for (const app of apps[step.person]?.values() ?? []) app.announce('online')
				},
			)
			return
		case 'slow':
			disturb(step, { delayMs: step.delayMs })
			return
		case 'duplicate':
			disturb(step, { duplicateOneIn: 3 })
			return
		case 'reorder':
			disturb(step, { reorderOneIn: 3 })
			return
		case 'swallow':
			disturb(step, { swallowOneIn: 2 })
			return
		case 'reload':
			appOf(step.person, step.tab)?.reload()
			return
		case 'storageFails': {
			const browser = browsers[step.person]
			if (!browser) return
			during(
				step.forMs,
				() => Object.assign(browser, { isStorageBroken: true }),
				() => Object.assign(browser, { isStorageBroken: false }),
			)
			return
		}
		case 'clockJump': {
			const browser = browsers[step.person]
			if (browser) browser.skewMs = step.ms
			return
		}
		case 'elsewhere':
			logInElsewhere(stage, step.person)
			return
		case 'tokenExpires':
			during(
				15_000,
				() => trouble.tokensRefused.add(step.person),
				() => trouble.tokensRefused.delete(step.person),
			)
			return
		case 'kill':
			during(
				step.forMs,
				() => nodes[step.node]?.kill(),
				() => nodes[step.node]?.start(),
			)
			return
		case 'freeze':
			during(
				step.forMs,
				() => nodes[step.node]?.freeze(),
				() => nodes[step.node]?.thaw(),
			)
			return
		case 'stop':
			during(
				step.forMs,
				() => void nodes[step.node]?.stop(),
				() => nodes[step.node]?.start(),
			)
			return
		case 'storeFails':
			during(
				step.forMs,
				() => Object.assign(trouble, { isStoreBroken: true }),
				() => Object.assign(trouble, { isStoreBroken: false }),
			)
			return
		case 'hintsLost':
			during(
				step.forMs,
				() => Object.assign(nodeBus, { isLossy: true }),
				() => Object.assign(nodeBus, { isLossy: false }),
			)
			return
		default:
			step satisfies never
	}
}

/** Logs in another device of the same person, which disconnects again. */
function logInElsewhere({ network, scheduler }: Stage, person: number): void {
	const uid = uidOf(person)
	const token = `${uid} ${scheduler.now()} ${scheduler.now() + tokenMs}`
	const send = (envelope: Envelope) => transport.send(envelope)
	const transport = network.open(`elsewhere-${person}`)(
		{ url: '', path: '' },
		{
			onOpen: () => send(encodePacket('login', 10_000, { uid, appId, token, deviceId: 'elsewhere' })),
			onMessage: () => transport.close(),
			onClose() {},
		},
	)
}
