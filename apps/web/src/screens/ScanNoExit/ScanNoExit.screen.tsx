import { LinkResult } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.link_gone_title()

/** /scanNoExit: a link without a meeting. */
export const ScanNoExit = () => <LinkResult outcome="missing" />

export { ScanNoExit as Screen }
