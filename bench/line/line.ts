import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const source = fileURLToPath(new URL('line.c', import.meta.url))

export interface LineShape {
	delayMs: { up: number; down: number }
	/** 0 for no limit. */
	kbitPerS: { up: number; down: number }
	lossPercent: { up: number; down: number }
	queueMs: number
}

const noLoss = { up: 0, down: 0 }
export const lineShapes = {
	lan: { delayMs: { up: 0, down: 0 }, kbitPerS: { up: 0, down: 0 }, lossPercent: noLoss, queueMs: 500 },
	/** 80 ms there and back, as in another city. */
	near: { delayMs: { up: 40, down: 40 }, kbitPerS: { up: 0, down: 0 }, lossPercent: noLoss, queueMs: 500 },
	/** Slow 4G as Lighthouse has it: 562 ms there and back, 1.47 Mbit/s down. */
	slow4g: { delayMs: { up: 281, down: 281 }, kbitPerS: { up: 675, down: 1470 }, lossPercent: noLoss, queueMs: 500 },
} satisfies Record<string, LineShape>

const addressOf = (host: number) => `10.77.0.${host}`
const prefixLength = 24

/** Two network namespaces with a line between them; processes in them reach each other and nothing else. */
export interface Line {
	/** Address of the server's end. */
	serverAddress: string
	spawnAtServer(command: string, args: string[], options?: SpawnOptions): ChildProcess
	spawnAtPhone(command: string, args: string[], options?: SpawnOptions): ChildProcess
	/** Beginning of the command of a process at one end, for programs that others start. */
	commandAt(end: 'server' | 'phone'): string[]
	set(shape: LineShape): void
	/** Gives the phone another address, as a change from Wi-Fi to mobile data does; packets to the old one are lost. */
	changePhoneAddress(): Promise<void>
	close(): Promise<void>
}

/** @returns the line, or what this machine lacks: root, `/dev/net/tun`, `ip` and a C compiler are needed */
export async function openLine(): Promise<Line | { missing: string }> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-line-'))
	const program = join(folder, 'line')
	try {
		if (process.getuid?.() !== 0) throw new Error('network namespaces need root')
		await access('/dev/net/tun')
		await execute('cc', ['-O2', '-o', program, source])
		await execute('ip', ['netns', 'list'])
	} catch (error) {
		await rm(folder, { recursive: true, force: true })
		return { missing: error instanceof Error ? error.message : String(error) }
	}
	const ends = ['server', 'phone'].map((end, index) => ({
		namespace: `parley-${process.pid}-${end}`,
		device: `pl${process.pid}${end[0]}`,
		address: addressOf(index + 1),
	}))
	const [server, phone] = ends as [(typeof ends)[0], (typeof ends)[0]]
	for (const { namespace } of ends) await execute('ip', ['netns', 'add', namespace])
	const line = spawn(program, [server.device, phone.device], { stdio: ['pipe', 'pipe', 'inherit'] })
	await once(line.stdout, 'data')
	for (const { namespace, device, address } of ends) {
		await execute('ip', ['link', 'set', device, 'netns', namespace])
		await execute('ip', ['-n', namespace, 'link', 'set', 'lo', 'up'])
		await execute('ip', ['-n', namespace, 'address', 'add', `${address}/${prefixLength}`, 'dev', device])
		await execute('ip', ['-n', namespace, 'link', 'set', device, 'up', 'mtu', '1500'])
	}
	const commandOf = ({ namespace }: (typeof ends)[0]) => ['ip', 'netns', 'exec', namespace]
	const spawnAt = (end: (typeof ends)[0]) => {
		const [program = '', ...before] = commandOf(end)
		return (command: string, args: string[], options: SpawnOptions = {}) =>
			spawn(program, [...before, command, ...args], options)
	}
	let phoneHost = 2
	return {
		serverAddress: server.address,
		spawnAtServer: spawnAt(server),
		spawnAtPhone: spawnAt(phone),
		commandAt: end => commandOf(end === 'server' ? server : phone),
		set({ delayMs, kbitPerS, lossPercent, queueMs }) {
			const settings = [delayMs, kbitPerS, lossPercent].flatMap(({ up, down }) => [up, down])
			line.stdin.write(`${[...settings, queueMs].join(' ')}\n`)
		},
		async changePhoneAddress() {
			const change = (action: 'add' | 'delete', host: number) => {
				const address = `${addressOf(host)}/${prefixLength}`
				return execute('ip', ['-n', phone.namespace, 'address', action, address, 'dev', phone.device])
			}
			await change('delete', phoneHost++)
			await change('add', phoneHost)
		},
		async close() {
			const ended = once(line, 'exit')
			line.stdin.end()
			await ended
			for (const { namespace } of ends) await execute('ip', ['netns', 'delete', namespace])
			await rm(folder, { recursive: true, force: true })
		},
	}
}
