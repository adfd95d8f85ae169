import { readFile, writeFile } from 'node:fs/promises'
import { type Figures, type Measure, measureBeside } from './messaging/besideCentrifugo.ts'
import { findCentrifugo, startCentrifugo } from './messaging/centrifugo.ts'
import { crowdOfCentrifugo, crowdOfMessaging } from './messaging/crowdClients.ts'
import { startServer } from './messaging/serverProcess.ts'

export const name = 'Messaging compared with Centrifugo'

/** Last figures measured with Centrifugo, quoted on machines without it. */
const quoted = new URL('messaging/centrifugoFigures.json', import.meta.url)

interface Quotation {
	date: string
	centrifugo: Figures
	parley: Figures
}

/** Missing if it has not been measured yet. */
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
				title: 'A group of 1000, and clients that reconnect to four groups with five missed messages',
				rows: rowsOf(measures, parley, centrifugo, quotation),
				notes: [
					'Both run in turns on the same machine, medians of five rounds (reconnecting: nine), with the same clients, which fail if a message is missing, duplicated or out of order. CPU time is that of the process as counted by the kernel’s scheduler. Latency is wall-clock time from sending to each member’s client: it includes other work on the machine, so compare the ratio.',
					'Centrifugo keeps 300 messages per channel in memory and none on disk, and has neither groups nor permissions; Parley stores before sending, and reads sign-in, account and groups at each login. Centrifugo does not batch by itself: in its row of windows, the application sends ten messages in one publication every 100 ms, and their latency counts from their creation.',
					'A single message waits for the disk, up to 180 ms while other processes write to it, and for the CPU; the messages behind it do not wait longer. A round has eight messages at 400 ms intervals, so a single delayed one is their p99.',
					'Reconnecting misses its goals: one by one, because few clients are looked up together, and in wall-clock time, because Centrifugo uses both CPUs. With many at once, the CPU time alone just meets its goal. In a CPU profile, the writes required by the protocol (upgrade with the first packet, the answer to connect, login and messages in one) take an eighth, four SQLite queries (sign-in with account, person, groups, lists) a sixth, frames and packets of the client a tenth, and JSON a twentieth; the rest is spread over many parts. A Node server that upgrades, reads the same packets and sends fixed answers takes 115 to 165 µs, half of the total of Centrifugo. Clients that reconnect in one turn of the event loop are looked up together: for twenty, SQLite takes 10 µs each instead of 27. V8 threads for compilation and garbage collection add about a tenth.',
					'Windows miss their goal because each message is stored, and each write passes through a Node stream. Memory includes Node with all modules of the server, and a heap that grows before it is collected.',
					...(quotation
						? [
								`CENTRIFUGO does not name a program, and none is on the PATH: figures are quoted from ${quotation.date}.`,
							]
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
