import { meetingIds } from '../../apps/server/src/demo/index.ts'
import { type Answer, type Attack, behindProxy, Client, countCodes, withServer } from './attack.ts'

const addresses = 24
const triesOfEach = 40
/** Most passwords judged before a challenge is required, with room for attempts in flight. */
const judgedAtMost = 40
const judgedCodes = [200, 0, 803]

export const attack: Attack = {
	tried: `the password of a meeting, ${triesOfEach} guesses from each of ${addresses} addresses at once`,
	run: () =>
		withServer(behindProxy, async server => {
			const started = Date.now()
			const guessFrom = async (index: number): Promise<Answer[]> => {
				const client = await new Client(server.url, () => ({ 'x-forwarded-for': `203.0.113.${index + 1}` })).visit()
				const answers: Answer[] = []
				for (let guess = 0; guess < triesOfEach; guess++) {
					answers.push(
						await client.post('/meeting/joinMeeting', {
							meetingId: meetingIds.withPassword,
							display_name: `Guest ${index}`,
							meeting_pwd: String(index * triesOfEach + guess).padStart(4, '0'),
							action: 'webJoin',
						}),
					)
					// A guesser stops at a challenge.
					if (answers.at(-1)?.code === 400) break
				}
				return answers
			}
			const answers = (await Promise.all(Array.from({ length: addresses }, (_, index) => guessFrom(index)))).flat()
			const judged = answers.filter(({ code }) => judgedCodes.includes(code)).length
			const seconds = ((Date.now() - started) / 1000).toFixed(0)
			return {
				result: `${judged} guesses were judged in ${seconds} s, then a challenge was required (${countCodes(answers)})`,
				holds: judged <= judgedAtMost,
			}
		}),
}
