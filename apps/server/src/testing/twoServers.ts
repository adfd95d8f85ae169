import { type SharedPrograms, startSharedServices } from '../platform/testing/nodes.ts'
import { startServerProcess, stopServerProcess } from '../platform/testing/serverProcess.ts'

/** Starts two servers on one database, both with `more` settings. */
export async function startTwoServers(programs: SharedPrograms, more: Record<string, string> = {}) {
	const shared = await startSharedServices(programs)
	const settings = [
		{ ...(await shared.nodeSettings()), ...more },
		{ ...(await shared.nodeSettings()), ...more },
	]
	// At once: one of them migrates and seeds the database.
	const nodes = await Promise.all(settings.map(own => startServerProcess(own)))
	return {
		shared,
		settings,
		/** The processes; tests replace those that they have restarted. */
		nodes,
		async dispose(): Promise<void> {
			for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
			await shared.dispose()
		},
	}
}
export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>
