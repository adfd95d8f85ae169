import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, type ParleyServer, startMeetingOfTwo, test } from './fixtures/index.ts'

const adminMain = fileURLToPath(new URL('../apps/server/src/admin/main.ts', import.meta.url))

/** Runs a command of the administrator beside the running server. */
const runAdmin = async ({ dataFolder }: ParleyServer, ...args: string[]) =>
	await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', adminMain, ...args], {
		env: { ...process.env, PARLEY_DATA: dataFolder },
	})

test('[ROOM-25] with a new password a person is out of the room, and told why', async ({ browser, ownServer }) => {
	test.setTimeout(180_000)
	const { host, member } = await startMeetingOfTwo(browser, ownServer.url, '权限演习')

	await runAdmin(ownServer, 'person', 'password', 'lilei', '--password', 'Another-2027')

	await expect(member.page.getByText(member.t('room_out_access_title'))).toBeVisible({ timeout: 15_000 })
	// A reload does not bring them back.
	await member.page.reload()
	await expect(member.page.getByRole('toolbar', { name: member.t('room_controls') })).toHaveCount(0)
	await expect(host.page.getByRole('toolbar', { name: host.t('room_controls') })).toBeVisible()
	for (const { context } of [host, member]) await context.close()
})
