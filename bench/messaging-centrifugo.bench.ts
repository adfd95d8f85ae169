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
					'Both in turns on the same machine, medians of three rounds, through the same clients, which count what they get and fail where something is missing, twice or out of order. Processor time is that of the process, as the kernel counts it. Latency is by the wall clock, from sending to the client of each member: other work on the machine counts, and the ratio is what tells.',
					'Centrifugo keeps 300 messages of a channel in its memory and nothing on a disk, and knows neither groups nor rights of its members; ours is stored before it is sent, and reads sign-in, account and groups at each login. Centrifugo gathers nothing by itself: in its row of windows its application sends ten messages in one publication, every 100 ms.',
					'Coming back is above its goal. By a profile that holds the ends of the connections, too, about a fifth of it are the three writes that the protocol asks for (upgrade with the first packet, the answer to the connect, login and messages in one), an eighth four questions to SQLite (sign-in with account, person, groups, lists), a sixth the connection up to the upgrade without its write, and a tenth reading frames and packets. Threads of V8 that compile and collect come on top, 5 to 25 % of the processor time. SQLite could be asked once for all who log in at the same moment; that has not been tried.',
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
