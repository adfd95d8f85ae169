import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { settingNames } from '../../apps/server/src/platform/config.ts'
import { pathOf, read } from './deployFiles.ts'

const run = promisify(execFile)
const dockerfile = read('deploy/Dockerfile')
const instructions = (name: string) =>
	[...dockerfile.replace(/\\\n\s*/g, '').matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest)

test('[PKG-03] the image runs the Node of package.json and the program of the package', () => {
	const { node } = JSON.parse(read('package.json')).dependencies
	expect(instructions('FROM').map(from => from.replace(/-.*/, ''))).toEqual([`node:${node}`, `node:${node}`])
	const programs = [...dockerfile.matchAll(/\/opt\/parley\/node_modules\/parley\/bin\/([\w.]+)/g)].map(
		([, file]) => file,
	)
	expect(new Set(programs)).toEqual(new Set(['run.mjs', 'healthcheck.mjs']))
	for (const program of programs) expect(existsSync(pathOf(`scripts/package/${program}`))).toBe(true)
})

test('[PKG-04] the image does not run as root, sets only settings that the server reads, and checks that it is ready', () => {
	expect(instructions('USER')).toEqual(['10001:10001'])
	const names = instructions('ENV').flatMap(line => line.split(' ').map(pair => pair.split('=')[0] ?? ''))
	expect(names.filter(name => !settingNames.includes(name))).toEqual(['NODE_ENV'])
	const [check = ''] = instructions('HEALTHCHECK')
	expect(check).toContain('healthcheck.mjs')
	expect(instructions('VOLUME')).toEqual(['["/var/lib/parley"]'])
})

const hadolint = process.env.PARLEY_TEST_HADOLINT
test.skipIf(!hadolint)('[PKG-03] hadolint finds nothing in the Dockerfile', async () => {
	const { stdout } = await run(hadolint ?? '', [pathOf('deploy/Dockerfile')])
	expect(stdout).toBe('')
})
