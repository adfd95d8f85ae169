export { encryptPassword } from '@parley/api'
