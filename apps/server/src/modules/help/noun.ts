import type { HttpApp } from '../../platform/noun.ts'
import type { SiteService } from '../site/index.ts'
import { serveHelp } from './adapters/help.ts'

const open = ({ site: { sites } }: { site: { sites: SiteService } }) => ({
	routes: (app: HttpApp) => serveHelp(app, sites),
})

export const helpNoun = { name: 'help' as const, open }
