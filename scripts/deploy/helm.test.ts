import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settingNames } from '../../apps/server/src/platform/config.ts'
import { pathOf, read } from './deployFiles.ts'

const run = promisify(execFile)
const helm = process.env.PARLEY_TEST_HELM
const chart = pathOf('deploy/helm/parley')
const proxied = ['--set', 'trustProxy=10.42.0.0/16']
const several = [
	...proxied,
	'--set',
	'replicas=2,database.existingSecret=database,keys.existingSecret=keys,settingsSecret=secret,settings.PARLEY_S3_BUCKET=parley,ingress.enabled=true',
]

interface Rendered {
	kind: string
	spec: {
		replicas: number
		template: { spec: { containers: Container[]; securityContext: object; volumes: { name: string }[] } }
	}
}
interface Container {
	image: string
	env: { name: string; value?: string; valueFrom?: object }[]
	securityContext: object
	resources: { limits: { memory: string } }
	readinessProbe: { httpGet: { path: string } }
	volumeMounts: { name: string; readOnly?: boolean }[]
}

async function render(args: readonly string[]) {
	const { stdout } = await run(helm ?? '', ['template', 'meet', chart, '--kube-version=1.31.0', ...args])
	const objects = parseAllDocuments(stdout).map(document => document.toJS() as Rendered)
	const server = objects.find(({ kind }) => kind === 'StatefulSet')
	const [container] = server?.spec.template.spec.containers ?? []
	if (!server || !container) throw new Error('no server')
	return { kinds: objects.map(({ kind }) => kind), server, container }
}

test('[PKG-07] the versions of the chart are those of the product', () => {
	const { version } = JSON.parse(read('package.json'))
	expect(read('deploy/helm/parley/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
})

test.skipIf(!helm)('[PKG-07] helm lint finds nothing wrong with the chart', async () => {
	for (const values of [proxied, several])
		expect((await run(helm ?? '', ['lint', '--strict', chart, ...values])).stdout).toContain('0 chart(s) failed')
})

test.skipIf(!helm)(
	'[PKG-07] one server has SQLite on its volume; several have PostgreSQL, the same keys and their own address',
	async () => {
		const one = await render(proxied)
		expect(one.server.spec.replicas).toBe(1)
		expect(one.container.env.map(({ name }) => name)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/DATABASE_URL|PARLEY_NODE_URL/)]),
		)
		const two = await render(several)
		const env = new Map(two.container.env.map(({ name, ...rest }) => [name, rest]))
		expect(env.get('POD_IP')?.valueFrom).toEqual({ fieldRef: { fieldPath: 'status.podIP' } })
		expect(env.get('PARLEY_NODE_URL')?.value).toBe('http://$(POD_IP):8080')
		expect(env.get('PARLEY_KEYS')?.value).toBe('/var/lib/parley-keys')
		expect(two.container.volumeMounts.find(({ name }) => name === 'keys')).toMatchObject({ readOnly: true })
		expect(two.kinds).toEqual(expect.arrayContaining(['PodDisruptionBudget', 'Service', 'Ingress']))
		await expect(render([...proxied, '--set', 'replicas=2'])).rejects.toThrow('database.existingSecret')
		await expect(render([...proxied, '--set', 'replicas=2,database.existingSecret=d'])).rejects.toThrow(
			'keys.existingSecret',
		)
		const withoutRedis = several.map(values => values.replace('settingsSecret=secret,', ''))
		await expect(render(withoutRedis)).rejects.toThrow('PARLEY_REDIS_URL')
		await expect(render([])).rejects.toThrow('trustProxy')
	},
)

test.skipIf(!helm)(
	'[PKG-07] its containers are unprivileged and limited, and are asked when they are ready',
	async () => {
		const { server, container } = await render(several)
		expect(server.spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
		expect(container.securityContext).toEqual({
			allowPrivilegeEscalation: false,
			readOnlyRootFilesystem: true,
			capabilities: { drop: ['ALL'] },
		})
		expect(container.resources.limits.memory).toBe('2Gi')
		expect(container.readinessProbe.httpGet.path).toBe('/readyz')
	},
)

test.skipIf(!helm)('[PKG-07] its settings are settings that the server reads', async () => {
	const { container } = await render(several)
	const names = container.env.map(({ name }) => name).filter(name => !settingNames.includes(name))
	expect(names).toEqual(['POD_IP'])
})
