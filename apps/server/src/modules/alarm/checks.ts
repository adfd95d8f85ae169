import { type Check, type CheckContext, type CheckResult, describeAnswer } from '../../platform/check.ts'
import { createSqlAlarmStore } from './store.sql.ts'
import type { Alarm } from './store.ts'

const alarmsToldForMs = 7 * 86_400_000

async function checkAlarms({ ask }: CheckContext): Promise<CheckResult> {
	const listed = await ask([], db => createSqlAlarmStore(db).listSince(Date.now() - alarmsToldForMs))
	return describeAnswer(listed, alarms =>
		alarms.length === 0 ? { found: 'none in the last seven days' } : describeAlarms(alarms),
	)
}

function describeAlarms(alarms: readonly Alarm[]): CheckResult {
	const time = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
	const lines = alarms.map(({ host, raisedAt, endedAt }) =>
		endedAt === null
			? `${host}: meeting ids have been guessed from many addresses since ${time(raisedAt)}`
			: `${host}: meeting ids were guessed from many addresses, ${time(raisedAt)} to ${time(endedAt)}`,
	)
	const isOver = alarms.every(({ endedAt }) => endedAt !== null)
	return {
		found: lines.join('; '),
		...(!isOver && {
			remedy: 'Guests solve a challenge until it ends; meetings with a password or for members stay closed to guests',
		}),
	}
}

export const alarmChecks: readonly Check[] = [{ about: 'alarms', run: checkAlarms }]
