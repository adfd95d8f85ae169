import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { redisUrl, startRedis } from '../../apps/server/src/platform/testing/redisServer.ts'
import type { NodeSetup } from './messagingNode.ts'
import { type BrokenServer, createDatabase, createFolder, signToken } from './servers.ts'

const nodeCount = 2

/** Starts a program; resolves once it has printed a line. */
async function startProgram(program: string, args: string[]): Promise<ChildProcess> {
	const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
	if (child.stdout) await once(child.stdout, 'data')
	return child
}

async function kill(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return
	const ended = once(child, 'exit')
	child.kill('SIGKILL')
	await ended
}

/** Starts messaging on two nodes: one PostgreSQL, and a Redis for the messages between them. @param server PostgreSQL server */
export async function startNodes(server: string, redisProgram: string): Promise<BrokenServer> {
	const { folder, remove } = createFolder(false)
	const database = await createDatabase(server)
	await (await openDatabase({ url: database.url, keyFolder: folder })).close()
	const key = randomBytes(32)
	const redisPort = await freePort()
	const startOurRedis = () => startRedis(redisProgram, { port: redisPort, folder })
	let redis = await startOurRedis()

	const ports = await Promise.all(Array.from({ length: nodeCount }, freePort))
	const program = fileURLToPath(new URL('messagingNode.ts', import.meta.url))
	const startNode = (port: number) => {
		const setup: NodeSetup = {
			port,
			databaseUrl: database.url,
			redisUrl: redisUrl(redisPort),
			folder,
			key: key.toString('base64url'),
		}
		return startProgram(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(setup)])
	}
	const nodes = await Promise.all(ports.map(startNode))
	return {
		ports,
		async killAndStart() {
			for (const [index, port] of ports.entries()) {
				await kill(nodes[index] as ChildProcess)
				nodes[index] = await startNode(port)
			}
		},
		pause: () => nodes.forEach(node => void node.kill('SIGSTOP')),
		resume: () => nodes.forEach(node => void node.kill('SIGCONT')),
		crashDatabase: database.crash,
		async killRedis() {
			await redis.kill()
			return async () => {
				redis = await startOurRedis()
			}
		},
		tokenOf: uid => signToken(key, uid),
		async dispose() {
			await Promise.all([...nodes.map(kill), redis.kill()])
			await database.drop()
			remove()
		},
	}
}
