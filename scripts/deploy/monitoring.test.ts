import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pathOf, read, readYaml } from './deployFiles.ts'

const run = promisify(execFile)
const promtool = process.env.PARLEY_TEST_PROMTOOL

/** Metrics and their labels, as docs/metrics.md lists them; a test of the server compares that list with what it serves. */
const documented = new Map(
	[...read('docs/metrics.md').matchAll(/^\| `(parley_\w+)` \| (.*?) ?\| (.*)$/gm)].map(
		([, name = '', labels = '', meaning = '']) => [
			name,
			{
				labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
				isHistogram: meaning.startsWith('histogram'),
			},
		],
	),
)
/** Those of Node and of Prometheus itself. */
const others = ['up', 'process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']

interface Dashboard {
	panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[]
}
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as Dashboard
const { groups } = readYaml<{ groups: { rules: { alert: string; expr: string }[] }[] }>(
	read('deploy/monitoring/alerts.yaml'),
)
const expressions = [
	...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
	...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ of: alert, expr }))),
]

/** Names of metrics in an expression: words before a selector or a range, and those that look like metrics. */
const metricsIn = (expr: string): string[] => [
	...new Set([...expr.matchAll(/\b(up|(?:parley|process|nodejs)_\w+)\b/g)].map(([name]) => name)),
]

test('[OPS-07] dashboard and alerts use metrics that are served, and histograms as such', () => {
	const unknown = expressions.flatMap(({ of, expr }) =>
		metricsIn(expr)
			.filter(name => {
				const base = name.replace(/_(?:bucket|count|sum)$/, '')
				const metric = documented.get(base) ?? documented.get(name)
				if (documented.get(name)?.isHistogram) return true
				return !others.includes(name) && metric === undefined
			})
			.map(name => `${of}: ${name}`),
	)
	expect(unknown).toEqual([])
	expect(expressions.length).toBeGreaterThan(40)
})

test('[OPS-07] they select by labels that the metrics have', () => {
	// Prometheus adds these; `exported_job` is the label `job` of a metric.
	const added = ['job', 'instance', 'le', 'exported_job']
	const wrong = expressions.flatMap(({ of, expr }) =>
		[...expr.matchAll(/\b((?:parley)_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) => {
			const labels = documented.get(name.replace(/_(?:bucket|count|sum)$/, ''))?.labels ?? documented.get(name)?.labels
			return [...selector.matchAll(/(\w+)(?:=|!)/g)]
				.map(([, label = '']) => label)
				.filter(label => !added.includes(label) && !labels?.includes(label))
				.map(label => `${of}: ${name} has no label ${label}`)
		}),
	)
	expect(wrong).toEqual([])
})

test('[OPS-07] the panels of the dashboard have ids and titles of their own', () => {
	const ids = dashboard.panels.map(({ id }) => id)
	expect(new Set(ids).size).toBe(ids.length)
	const titles = dashboard.panels.map(({ title }) => title)
	expect(new Set(titles).size).toBe(titles.length)
})

test.skipIf(!promtool)('[OPS-08] Prometheus accepts the rules, and they fire when they should', async () => {
	expect((await run(promtool ?? '', ['check', 'rules', pathOf('deploy/monitoring/alerts.yaml')])).stdout).toContain(
		`SUCCESS: ${groups.flatMap(({ rules }) => rules).length} rules found`,
	)
	const { stdout } = await run(promtool ?? '', ['test', 'rules', pathOf('deploy/monitoring/alerts.test.yaml')])
	expect(stdout).toContain('SUCCESS')
})
