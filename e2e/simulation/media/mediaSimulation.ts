import type { Outcome } from '../explore.ts'
import { signAtOnce } from '../rooms/signatures.ts'
import { type Chance, createChance, createScheduler, type Scheduler } from '../scheduler.ts'
import { createMediaNetwork } from './connections.ts'
import { createPage, type Page } from './page.ts'
import { makePlan, type Plan, type Step } from './plan.ts'
import { createServer, participantIdOf, roomId, type Server } from './server.ts'
import { createPageSocket } from './socket.ts'
import { useVirtualTimers } from './virtualTimers.ts'

/** Everybody has recovered this long after the last fault. */
const quietMs = 60_000
const normal = { travel: { min: 1, max: 30 }, message: { min: 0, max: 5 } }
const slow = { travel: { min: 30, max: 400 }, message: { min: 0, max: 120 } }
/** The code of the client is often there before the page enters. */
const loadsWithinMs = 60
/** A process that is busy takes a message later. */
const busyEvery = 6
const busy = { min: 5, max: 120 }
const secret = new Uint8Array(32).fill(3)

interface Stage {
	scheduler: Scheduler
	chance: Chance
	network: ReturnType<typeof createMediaNetwork>
	server: Server
	/** The pages of each person, in order. */
	pages: Page[][]
	problems: string[]
	travelMs(): number
	/** The time until which network and engine are slow. */
	slowUntil: number
	timesLive: number
}

/** Executes a plan and returns the broken promises; the same plan always has the same outcome. */
async function simulate(plan: Plan): Promise<Outcome> {
	const undoSigning = await signAtOnce(secret)
	const stage = setUp(plan)
	const { scheduler, problems } = stage
	const undoTimers = useVirtualTimers(scheduler)
	const unhandled = (error: unknown) => void problems.push(`unhandled: ${textOf(error)}`)
	process.on('unhandledRejection', unhandled)
	try {
		const beginning = scheduler.now()
		for (const step of plan.steps) {
			await scheduler.runUntil(beginning + step.at)
			take(stage, step)
		}
		await scheduler.runUntil(beginning + plan.endsAt + quietMs)
		await checkEnd(stage)
	} catch (error) {
		problems.push(`thrown: ${textOf(error)}`)
	} finally {
		process.off('unhandledRejection', unhandled)
		undoTimers()
		undoSigning()
	}
	return { violations: [...new Set(problems)], delivered: stage.timesLive }
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function setUp({ seed, people }: Plan): Stage {
	const scheduler = createScheduler()
	const chance = createChance(seed ^ 0x5eed)
	const problems: string[] = []
	const speed = () => (scheduler.now() < stage.slowUntil ? slow : normal)
	const travelMs = () => chance.between(speed().travel.min, speed().travel.max)
	const messageMs = () => {
		const { min, max } = chance.oneIn(busyEvery) ? busy : speed().message
		return chance.between(min, max)
	}
	const network = createMediaNetwork({ scheduler, chance, travelMs })
	const stage: Stage = {
		...{ scheduler, chance, network, problems, travelMs, slowUntil: 0, timesLive: 0 },
		pages: Array.from({ length: people }, () => []),
		server: createServer({ scheduler, chance, network, messageMs, problems }),
	}
	return stage
}

const pageOf = ({ pages }: Stage, person: number) => pages[person]?.findLast(page => page.isOpen())

function openPage(stage: Stage, person: number, waitsMs: number): void {
	const { scheduler, chance, network, server, travelMs } = stage
	const page = createPage({
		...{ scheduler, network, person, waitsMs },
		loadMs: () => chance.upTo(loadsWithinMs),
		openSocket: end => createPageSocket({ scheduler, chance, travelMs, server: server.serverFor(person), ...end }),
		onLive() {
			stage.timesLive++
		},
	})
	stage.pages[person]?.push(page)
}

function take(stage: Stage, step: Step): void {
	const { chance, network, scheduler, server } = stage
	switch (step.kind) {
		case 'enter':
			openPage(stage, step.person, step.waitsMs)
			break
		case 'reload': {
			const page = pageOf(stage, step.person)
			page?.end(chance.oneIn(4))
			if (page) openPage(stage, step.person, step.waitsMs)
			break
		}
		case 'leave':
			pageOf(stage, step.person)?.leave()
			break
		case 'cut':
			pageOf(stage, step.person)?.socket.cut()
			break
		case 'interrupt':
			network.interrupt(step.person, step.forMs)
			break
		case 'crash':
			server.crash()
			break
		case 'slow':
			stage.slowUntil = scheduler.now() + step.forMs
	}
}

/** Checks that everybody in the meeting sees and hears the others, and that nothing else is left. */
async function checkEnd(stage: Stage): Promise<void> {
	const { network, problems, server, scheduler } = stage
	const present = stage.pages.flatMap(pages => pages.filter(page => page.isOpen()))
	for (const page of present) {
		const own = participantIdOf(page.person)
		const [connection, ...others] = page.connections()
		if (!page.isIn()) problems.push(`M1: ${own} has not entered`)
		if (page.media() !== 'live') problems.push(`M2: the media of ${own} are ${page.media()}`)
		if (connection?.connectionState !== 'connected' || connection.peer?.isClosed !== false)
			problems.push(`M2: ${own} has no connection that works`)
		if (others.length > 0) problems.push(`M3: ${own} has ${others.length} connections too many`)
		const wanted = present
			.filter(({ person }) => person !== page.person)
			.flatMap(({ person }) => ['camera', 'microphone'].map(source => `${participantIdOf(person)} ${source}`))
		const got = [...page.received]
		for (const missing of wanted.filter(name => !got.includes(name))) problems.push(`M4: ${own} lacks ${missing}`)
		for (const extra of got.filter(name => !wanted.includes(name))) problems.push(`M4: ${own} still has ${extra}`)
	}
	const people = new Set(present.map(({ person }) => person))
	if (present.length !== people.size) problems.push('M1: a person has two pages in the meeting')
	const listing = server.engine.list(roomId)
	await scheduler.runUntil(scheduler.now() + 1_000)
	const listed = (await listing).map(({ participantId }) => participantId).sort()
	const expected = [...people].map(participantIdOf).sort()
	if (JSON.stringify(listed) !== JSON.stringify(expected))
		problems.push(`M5: the engine has ${listed}, and the meeting ${expected}`)
	const counts = { engine: network.openNatives().length, browsers: network.openBrowsers().length }
	if (counts.engine !== people.size)
		problems.push(`M6: the engine has ${counts.engine} connections for ${people.size} people`)
	if (counts.browsers !== people.size)
		problems.push(`M6: browsers have ${counts.browsers} connections for ${people.size} people`)
}

/** The media of a meeting: pages, their sockets and connections, and the engine. */
export const mediaSimulation = {
	makePlan,
	simulate,
	castText: ({ people }: Plan): string => `${people} people`,
}
