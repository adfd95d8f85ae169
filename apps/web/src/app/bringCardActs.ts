import { m } from '../locales/index.ts'
import { toast } from '../ui/index.ts'

/** What cards lead to comes behind what shows them; without a network it may not. */
export async function bringCardActs() {
	const acts = await import('./cardActs.ts').catch(() => undefined)
	if (!acts) toast.show(m.net_timeout(), { tone: 'error' })
	return acts
}
