import { type Command, InvalidArgumentError } from 'commander'

export interface ProbeOptions {
	meeting?: string
	name: string
	timeout: number
	every: number
	listen?: { host: string; port: number }
}

/** Adds `parley probe`. */
export function addProbe(parley: Command, load: (url: string, options: ProbeOptions) => Promise<void>) {
	parley
		.command('probe <url>')
		.description('join a meeting as a guest would, once, or every minute as metrics for Prometheus')
		.option('--meeting <id>', 'meeting to join, kept for this; its password is in PARLEY_PROBE_PASSWORD')
		.option('--name <name>', 'name of the guest', 'Probe')
		.option('--timeout <seconds>', 'time for each step', seconds, 10)
		.option('--listen <port>', 'port, or address:port, of the metrics: probe until stopped', portOrAddress)
		.option('--every <seconds>', 'with --listen, from one probe to the next', seconds, 60)
		.action(load)
}

function seconds(text: string): number {
	const value = Number(text)
	if (Number.isInteger(value) && value >= 1 && value <= 86_400) return value
	throw new InvalidArgumentError('expected a number of seconds.')
}

function portOrAddress(text: string): { host: string; port: number } {
	const [, host = '127.0.0.1', digits] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
	if (digits !== undefined && Number(digits) <= 65_535) return { host, port: Number(digits) }
	throw new InvalidArgumentError('expected a port, or address:port.')
}
