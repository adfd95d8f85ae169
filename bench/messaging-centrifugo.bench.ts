import { readFile, writeFile } from 'node:fs/promises'
import { type Figures, type Measure, measureBeside } from './messaging/besideCentrifugo.ts'
import { findCentrifugo, startCentrifugo } from './messaging/centrifugo.ts'
import { crowdOfCentrifugo, crowdOfMessaging } from './messaging/crowdClients.ts'
import { startServer } from './messaging/serverProcess.ts'

export const name = 'Messaging, beside Centrifugo'

/** The last figures measured with Centrifugo; quoted on machines without it. */
const quoted = new URL('messaging/centrifugoFigures.json', import.meta.url)

interface Quotation {
	date: string
	centrifugo: Figures
	parley: Figures
}

/** Missing as long as it was measured nowhere. */
async function readQuotation(): Promise<Quotation | undefined> {
	try {
		return JSON.parse(await readFile(quoted, 'utf8')) as Quotation
	} catch {
		return undefined
	}
}

export async function run() {
	const program = await findCentrifugo()
	const ours = await startServer('ours')
	const peer = program === undefined ? undefined : await startCentrifugo(program)
	try {
		const servers = [crowdOfMessaging(ours), ...(peer ? [crowdOfCentrifugo(peer)] : [])]
		const { measures, figures } = await measureBeside(servers)
		const [parley = {}, centrifugo] = figures
		const date = new Date().toISOString().slice(0, 10)
		if (centrifugo) await writeFile(quoted, `${JSON.stringify({ date, centrifugo, parley }, null, '\t')}\n`)
		const quotation = centrifugo ? undefined : await readQuotation()
		return [
			{
				title: 'A group of 1000, and those who come back to four groups with five missed messages',
				rows: rowsOf(measures, parley, centrifugo, quotation),
				notes: [
					'Both in turns on the same machine, medians of five rounds, of coming back of nine, through the same clients, which count what they get and fail where something is missing, twice or out of order. Processor time is that of the process, as the scheduler of the kernel counts it. Latency is by the wall clock, from sending to the client of each member: other work on the machine counts, and the ratio is what tells.',
					'Centrifugo keeps 300 messages of a channel in its memory and nothing on a disk, and knows neither groups nor rights of its members; ours is stored before it is sent, and reads sign-in, account and groups at each login. Centrifugo gathers nothing by itself: in its row of windows its application sends ten messages in one publication, every 100 ms, and their latency counts from when it had them.',
					'A message by itself waits for the disk, up to 180 ms where other work writes to it, and for the processor; the messages behind it do not wait any longer. Of those every 400 ms there are eight a round: one that waits is their p99.',
					'Coming back stays above its goals: one by one, where few are looked up together, and by the clock, because Centrifugo has both processors. Of many at once the processor time alone comes to its goal, by little. By a profile of the processor an eighth of it are the writes that the protocol asks for (upgrade with the first packet, the answer to the connect, login and messages in one), a sixth four questions to SQLite (sign-in with account, person, groups, lists), a tenth frames and packets of the client, a twentieth JSON; the rest is spread over many parts. A server of Node that upgrades, reads the same packets and answers with fixed ones takes 115 to 165 µs, half of what Centrifugo does with everything. Those who come back in one turn of the event loop are looked up together: twenty cost SQLite 10 µs each instead of 27. Threads of V8 that compile and collect come on top, about a tenth.',
					'Windows are above theirs because each message is stored, and each write goes through a stream of Node. Memory is that of Node with all modules of the server, and of a heap that grows before it is collected.',
					...(quotation
						? [`CENTRIFUGO names no program, and none is on the PATH: its figures are quoted, of ${quotation.date}.`]
						: []),
				],
			},
		]
	} finally {
		await ours.stop()
		await peer?.stop()
	}
}

const figure = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(value < 100 ? 2 : 0))

function rowsOf(
	measures: Measure[],
	parley: Figures,
	centrifugo: Figures | undefined,
	quotation: Quotation | undefined,
) {
	return measures.map(({ name: measure, goal }) => {
		const own = parley[measure] ?? Number.NaN
		const other = (centrifugo ?? quotation?.centrifugo)?.[measure]
		return {
			measure,
			Parley: figure(own),
			[quotation ? `Centrifugo, ${quotation.date}` : 'Centrifugo']: figure(other),
			// Figures of another machine or day are not comparable.
			ratio: centrifugo && other !== undefined ? (own / other).toFixed(2) : '',
			goal,
		}
	})
}
