import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { failure } from '../platform/command.ts'

/** Client programs of PostgreSQL, which dump and restore a whole database. */
export type PostgresTool = 'pg_dump' | 'pg_restore'

type Environment = Record<string, string | undefined>

/** Debian installs versions side by side, and none of them on the path. */
const debianFolder = '/usr/lib/postgresql'

/** Finds the newest version: one older than the server refuses to work. */
export function findPostgresTool(tool: PostgresTool, environment: Environment, debian = debianFolder) {
	const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
	const folders = [
		...versions.map(version => join(debian, version, 'bin')),
		...(environment.PATH ?? '').split(delimiter).filter(Boolean),
	]
	return folders.map(folder => join(folder, tool)).find(path => existsSync(path))
}

export const missingTool = (tool: PostgresTool) =>
	failure(
		`${tool} is missing, and the database is PostgreSQL: install its client programs (Debian and Ubuntu: apt install postgresql-client), or add their folder to PATH`,
	)

/**
 * Runs a program on the database of a URL; returns its last error line, or undefined if it succeeded.
 * @param signal ends the program
 */
export async function runPostgresTool(
	program: string,
	args: readonly string[],
	{ url, environment, signal }: { url: string; environment: Environment; signal?: AbortSignal },
): Promise<string | undefined> {
	const { address, password } = splitPassword(url)
	// Every user of the machine could read a password among the arguments.
	const env = { ...environment, ...(password !== undefined && { PGPASSWORD: password }) }
	const child = spawn(program, [...args, `--dbname=${address}`], {
		env,
		stdio: ['ignore', 'ignore', 'pipe'],
		...(signal && { signal }),
	})
	let complaints = ''
	child.stderr.setEncoding('utf8').on('data', text => {
		complaints = (complaints + text).slice(-4_000)
	})
	const exitCode = await new Promise<number | null>(resolve => {
		child.once('error', error => {
			complaints = error.message
			resolve(null)
		})
		child.once('close', resolve)
	})
	if (exitCode === 0) return undefined
	const lines = complaints.trim().split('\n')
	return (lines.find(line => /error:/i.test(line)) ?? lines.at(-1)) || `it exited with ${exitCode}`
}

function splitPassword(url: string): { address: string; password: string | undefined } {
	const address = new URL(url)
	const password = address.password === '' ? undefined : decodeURIComponent(address.password)
	address.password = ''
	return { address: address.href, password }
}
