export { sealPassword } from '@parley/api'
