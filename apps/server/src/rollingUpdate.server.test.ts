import { execFile } from 'node:child_process'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { joinAs, scheduleAs, signInAs } from './demo/testing/demoMember.ts'
import { findSharedPrograms, type SharedServices, startSharedServices } from './platform/testing/nodes.ts'
import { runStatement } from './platform/testing/postgres.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
	tryStartServerProcess,
} from './platform/testing/serverProcess.ts'
import { connectPage, type EnterAnswer, enter } from './testing/roomSocket.ts'

const programs = findSharedPrograms(env)
if (!programs) console.warn('!!! the update of several servers: NOT TESTED, a program they share is missing !!!')

const nextRelease = ['--import', new URL('./testing/nextRelease.ts', import.meta.url).href]
const adminFile = fileURLToPath(new URL('./admin/main.ts', import.meta.url))
const [expanding, contracting] = ['9001-expand-everything', '9002-contract-sites']

describe.skipIf(!programs)('several servers are updated one after the other', () => {
	let shared: SharedServices
	let settings: Record<string, string>[]
	const nodes: ServerProcess[] = []
	beforeAll(async () => {
		if (!programs) return
		shared = await startSharedServices(programs)
		settings = [await shared.nodeSettings(), await shared.nodeSettings()]
		for (const index of [0, 1]) await start(index)
	}, 120_000)
	afterAll(async () => {
		for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
		await shared?.dispose()
	})

	const nodeAt = (index: number) => nodes[index] as ServerProcess
	async function start(index: number, nodeArguments: string[] = []) {
		nodes[index] = await startServerProcess(settings[index] ?? {}, { nodeArguments })
	}
	async function restart(index: number, nodeArguments?: string[]) {
		await stopServerProcess(nodeAt(index))
		await start(index, nodeArguments)
	}
	/** Runs `parley migrate` of the next release. */
	async function migrateToNext() {
		const args = [...nextRelease, '--disable-warning=ExperimentalWarning', adminFile, 'migrate']
		return (await promisify(execFile)(process.execPath, args, { env: { PATH: '', ...settings[0] } })).stdout
	}
	const newMigrations = async () => {
		const rows = await runStatement(
			shared.database.url,
			"select name from kysely_migration where name > '9' order by name",
		)
		return rows.map(({ name }) => name)
	}

	/** Two people sign in, and meet in one room over different servers. */
	async function meetOver(host: ServerProcess, member: ServerProcess) {
		const owner = await signInAs(host, 'hanmei')
		const meetingId = await scheduleAs(host, owner)
		const first = await enter(await connectPage(host, meetingId), await joinAs(host, owner, meetingId))
		expect(first).toMatchObject({ ok: true })
		const invited = await signInAs(member, 'lilei')
		const second = await enter(await connectPage(member, meetingId), await joinAs(member, invited, meetingId))
		expect(second.ok && second.value.roster).toHaveLength(2)
		if (!first.ok) throw new Error(first.failure)
		return { meetingId, entered: first.value }
	}

	/**
	 * Schedules meetings over both servers in turn until it is ended; returns their ids, and what failed although every server
	 * that refuses connections was left out.
	 */
	function keepScheduling() {
		const scheduled: string[] = []
		const failures: unknown[] = []
		let isEnded = false
		let attempts = 0
		const running = (async () => {
			const member = await signInAs(nodeAt(0), 'hanmei')
			while (!isEnded) {
				try {
					scheduled.push(await scheduleAs(nodeAt(attempts++ % 2), member))
				} catch (error) {
					if (!isConnectionLost(error)) failures.push(error)
				}
				// Members may not schedule more often.
				await delay(500)
			}
		})()
		return {
			count: () => scheduled.length,
			async end() {
				isEnded = true
				await running
				return { scheduled, failures }
			},
		}
	}
	const isConnectionLost = (error: unknown) => error instanceof TypeError && error.message === 'fetch failed'

	test('[NODE-30] [NODE-31] [NODE-34] old servers and new ones serve the same meetings, and the old schema goes last', async () => {
		const writes = keepScheduling()

		const told = await migrateToNext()
		expect(told).toContain(contracting)
		for (const index of [0, 1]) expect(told).toContain(nodeAt(index).url(''))
		expect(await newMigrations()).toEqual([expanding])
		// Both are old, and have prepared statements from before.
		await meetOver(nodeAt(0), nodeAt(1))

		await restart(1, nextRelease)
		expect(await newMigrations()).toEqual([expanding])
		await meetOver(nodeAt(0), nodeAt(1))
		await meetOver(nodeAt(1), nodeAt(0))
		// An old one starts, too.
		await restart(0)
		const { meetingId, entered } = await meetOver(nodeAt(0), nodeAt(1))

		await stopServerProcess(nodeAt(0))
		let returned: EnterAnswer | undefined
		const stoppedAt = performance.now()
		while (!returned?.ok && performance.now() - stoppedAt < 10_000) {
			const request = {
				kind: 'resume' as const,
				token: entered.resumeToken,
				sending: { microphone: false, camera: false },
			}
			returned = await connectPage(nodeAt(1), meetingId)
				.then(socket => enter(socket, request))
				.catch(() => undefined)
			if (!returned?.ok) await delay(100)
		}
		expect(returned).toMatchObject({ ok: true, value: { self: entered.self } })
		expect(await newMigrations()).toEqual([expanding])
		await start(0, nextRelease)
		expect(await newMigrations()).toEqual([expanding, contracting])
		await meetOver(nodeAt(0), nodeAt(1))

		// However fast the servers start.
		await vi.waitFor(() => expect(writes.count()).toBeGreaterThan(20), 60_000)
		const { scheduled, failures } = await writes.end()
		expect(failures).toEqual([])
		const rows = await runStatement(shared.database.url, 'select meeting_id from meetings')
		const stored = new Set(rows.map(row => String(row.meeting_id)))
		expect(scheduled.filter(id => !stored.has(id))).toEqual([])

		const { failed, started } = await tryStartServerProcess(await shared.nodeSettings())
		if (started) await stopServerProcess(started, 'SIGKILL')
		expect(failed?.output).toContain('The database was made by a newer version of Parley')
	}, 180_000)
})
