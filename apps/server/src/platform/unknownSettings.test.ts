import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findUnknownSettings } from './unknownSettings.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

test('misspelt settings are unknown; those of the server, empty ones and those of Kubernetes are not', () => {
	expect(
		findUnknownSettings({
			PARLEY_S3_SECERT: 'a secret',
			PARLEY_RTPM_PORT: '1935',
			PARLEY_S3_SECRET: 'a secret',
			PARLEY_NOTHING: '',
			PARLEY_SERVICE_HOST: '10.0.0.1',
			PARLEY_SERVICE_PORT: '80',
			PARLEY_SERVICE_PORT_HTTP: '80',
			PARLEY_PORT: 'tcp://10.0.0.1:80',
			PARLEY_PORT_80_TCP: 'tcp://10.0.0.1:80',
			PARLEY_PORT_80_TCP_ADDR: '10.0.0.1',
			HOME: '/root',
		}),
	).toEqual(['PARLEY_RTPM_PORT', 'PARLEY_S3_SECERT'])
})

test('variables that any program of the product reads are known', () => {
	const files = globSync(
		['{apps,bench,deploy,e2e,scripts,sdk}/**/*.{ts,tsx,mjs,yaml,cfg,service}', 'deploy/{Caddyfile,.env.example}'],
		{ cwd: root, exclude: ['**/node_modules', '**/dist'] },
	).filter(file => !file.endsWith('.test.ts'))
	const text = files.map(file => readFileSync(`${root}${file}`, 'utf8')).join('\n')
	const names = text.match(/\bPARLEY_\w*[A-Z0-9]\b/g) ?? []
	expect(names).toContain('PARLEY_PROBE_PASSWORD')
	expect(findUnknownSettings(Object.fromEntries(names.map(name => [name, 'set'])))).toEqual([])
})
