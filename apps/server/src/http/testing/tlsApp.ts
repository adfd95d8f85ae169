import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { loadTls } from '../../platform/tls.ts'
import { createApp } from '../app.ts'

/** An application with a certificate of its own, closed and removed with the test. */
export async function createTlsApp({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const app = await createApp({
		log: createLog('silent'),
		tls: await loadTls({ self: true }, folder),
		trustedProxies: 0,
	})
	onTestFinished(() => app.close())
	return app
}
