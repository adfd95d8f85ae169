import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const name = 'The install: what a start and a test unpack'

const root = fileURLToPath(new URL('..', import.meta.url))
const bytesPerMegabyte = 1_000_000
const goals = { start: 600, test: 1_000 }

type Table = { title: string; rows: Record<string, string | number>[]; notes?: string[] }

export async function run(): Promise<Table[]> {
	return [
		{
			title: 'A clean clone',
			rows: [measure('start', ['--omit=dev']), measure('test', ['--include=dev'])],
			notes: [
				'`npm ci` with a warm package cache, as run by `npm start` and `npm test`. Hard links count once. A start then builds the pages.',
			],
		},
	]
}

function measure(what: keyof typeof goals, kinds: string[]) {
	const clone = mkdtempSync(join(tmpdir(), 'parley-install-'))
	try {
		execFileSync('git', ['clone', '--quiet', root, clone])
		const startedAt = performance.now()
		execFileSync('npm', ['ci', ...kinds, '--no-audit', '--no-fund', '--loglevel=error'], {
			cwd: clone,
			stdio: 'ignore',
		})
		const seconds = (performance.now() - startedAt) / 1_000
		const megabytes = Math.round(sizeOf(join(clone, 'node_modules'), new Set()) / bytesPerMegabyte)
		return {
			for: what,
			MB: megabytes,
			'goal MB': goals[what],
			over: megabytes > goals[what] ? 'OVER' : '',
			s: seconds.toFixed(1),
		}
	} finally {
		rmSync(clone, { recursive: true, force: true })
	}
}

/** Returns the disk usage of a folder, in bytes. */
function sizeOf(path: string, counted: Set<number>): number {
	const { ino, blocks } = lstatSync(path)
	if (counted.has(ino)) return 0
	counted.add(ino)
	const isFolder = lstatSync(path).isDirectory()
	const below = isFolder ? readdirSync(path).map(entry => sizeOf(join(path, entry), counted)) : []
	return blocks * 512 + below.reduce((sum, bytes) => sum + bytes, 0)
}
