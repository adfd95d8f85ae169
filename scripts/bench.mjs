import { basename, join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureEngines } from './engines.mjs'
import { ensureFfmpeg } from './ffmpeg.mjs'
import { ensureLivekit } from './livekit.mjs'
import { ensureNginx } from './nginx.mjs'
import { ensureObjectStore } from './objectStore.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { ensureRedis } from './redis.mjs'
import { formatRows, machineLabel, replaceSection } from './report.mjs'
import { runModule, selectFiles } from './runModule.mjs'

/**
 * npm run bench             every bench/*.bench.ts, one after the other
 * npm run bench -- list     those with `list` in their file name
 *
 * A bench exports `name` and `run(): Promise<{ title: string; rows: Record<string, string | number>[]; notes?: string[] }[]>`.
 * Its tables replace its own section of bench/README.md.
 */
await main(async () => {
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const files = selectFiles(join(root, 'bench'), '.bench.ts', process.argv.slice(2))
	if (files.length === 0) {
		console.error('No bench file name matches.')
		return 1
	}
	const postgres = await ensurePostgres()
	if ('missing' in postgres) console.error(`PostgreSQL is not measured: ${postgres.missing}`)
	const redis = await ensureRedis()
	if ('missing' in redis) console.error(`Redis is not measured: ${redis.missing}`)
	const objects = await ensureObjectStore()
	if ('missing' in objects) console.error(`Several servers are not measured: ${objects.missing}`)
	const ffmpeg = await ensureFfmpeg()
	if ('missing' in ffmpeg) console.error(`Broadcasts are not measured: ${ffmpeg.missing}`)
	const nginx = await ensureNginx()
	if ('missing' in nginx) console.error(`Edges of broadcasts are not measured: ${nginx.missing}`)
	const livekit = await ensureLivekit()
	if ('missing' in livekit) console.error(`LiveKit is not measured: ${livekit.missing}`)
	const env = environment({
		PARLEY_BROWSER: await ensureBrowser(node),
		...(await ensureEngines()).env,
		...('url' in postgres ? { PARLEY_TEST_DATABASE_URL: postgres.url } : {}),
		...('program' in redis ? { PARLEY_TEST_REDIS: redis.program } : {}),
		...('program' in objects ? { PARLEY_TEST_OBJECT_STORE: objects.program } : {}),
		...('program' in ffmpeg ? { PARLEY_TEST_FFMPEG: ffmpeg.program } : {}),
		...('program' in nginx ? { PARLEY_TEST_NGINX: nginx.program } : {}),
		...('program' in livekit ? { PARLEY_TEST_LIVEKIT: livekit.program } : {}),
	})
	let failed = 0
	for (const file of files) if (!(await measure(node, file, env))) failed += 1
	return failed === 0 ? 0 : 1
})

async function measure(node, file, env) {
	const expression = '{ name: module.name, tables: await module.run() }'
	const measured = await runModule(node, file, expression, { env })
	if (!measured) return false
	const { name, tables } = measured
	const text = [`## ${name}`, machineLabel(), ...tables.flatMap(formatTable)].join('\n\n')
	console.log(text)
	replaceSection(`bench:${basename(file, '.bench.ts')}`, text)
	return true
}

function formatTable({ title, rows, notes = [] }) {
	return [`### ${title}`, formatRows(rows), ...notes]
}
